! main.f90 - a Fortran program with a C part: each rank calls work() five times.
program main
  use mpi
  implicit none
  interface
    subroutine work() bind(c, name='work')
    end subroutine work
  end interface
  integer :: code, rank, one, total, i
  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  do i = 1, 5
    call work()
  end do
  one = 5
  call MPI_Allreduce(one, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, code)
  if (rank == 0) write (*, '(I0)') total
  call MPI_Finalize(code)
end program main
