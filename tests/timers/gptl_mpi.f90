! gptl_mpi.f90 - GPTL's timers in Fortran: by name, by handle, and over the ranks.
program gptl_mpi
  use mpi
  use gptl
  implicit none
  integer :: rank, ierr, i, count, handle
  character(len=16) :: name

  handle = 0
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (gptlsetoption(GPTLoverhead, 0) /= 0 .or. gptlinitialize() /= 0) stop 1
  name = 'total'
  if (gptlstart(name) /= 0) stop 2
  do i = 0, rank
    ierr = gptlstart_handle('work', handle)
    ierr = gptlstop_handle('work', handle)
  end do
  if (gptlstop('total') /= 0) stop 3
  if (gptlget_count('work', 0, count) /= 0 .or. count /= rank + 1) stop 4
  if (gptlget_regionname(0, 1, name) /= 0 .or. name /= 'work') stop 5
  if (gptlpr(rank) /= 0 .or. gptlpr_summary(MPI_COMM_WORLD) /= 0) stop 6
  call mpi_finalize(ierr)
end program gptl_mpi
