#pragma once

/// Whether the thread sanitizer is told of mutexes: it is there.
int mutex_edges_are_told(void);
