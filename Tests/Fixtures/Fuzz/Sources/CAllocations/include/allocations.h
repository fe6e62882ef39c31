#pragma once

/// The bytes that are allocated now, and their maximum since `allocations_begin`. Only one thread may allocate.
long allocations_now(void);
long allocations_peak(void);
void allocations_begin(void);
