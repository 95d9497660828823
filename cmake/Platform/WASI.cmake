# CMake 3.25 has no file for this system; an empty one keeps it from warning.
