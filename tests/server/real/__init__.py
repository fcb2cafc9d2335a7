"""Real mail servers and mail programs for the tests, and a wire that breaks when told to.

Everything runs on high ports of the loopback interface and in temporary directories, so that several test
runs don't meet. `tools/test-servers.sh` installs what is needed.
"""
