"""Time in games: alarms, reminders, absences, and why a clock stands still."""
