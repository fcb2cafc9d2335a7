"""Tools of this repository: the launcher of `make play`, and what makes pages and pictures from the code."""
