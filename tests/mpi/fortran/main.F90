! main.F90 - the same calls by each of the three interfaces of Fortran, one of which the preprocessor takes.
program main
#if defined F08
  use mpi_f08
#elif defined MODULE
  use mpi
#endif
  implicit none
#if !defined F08 && !defined MODULE
  include "mpif.h"
#endif
  interface
    subroutine work() bind(c, name='work')
    end subroutine work
  end interface
  integer :: code, rank, one, total, i, numbers(4)
  double precision :: value(3)
  numbers = 1
  value = 1
  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  call work()
  if (rank == 0) call late()
  do i = 1, 5
    if (rank == 0) call MPI_Send(value, 3, MPI_DOUBLE_PRECISION, 1, 7, MPI_COMM_WORLD, code)
    if (rank == 1) call MPI_Recv(value, 3, MPI_DOUBLE_PRECISION, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)
  end do
  do i = 1, 2
    call MPI_Bcast(numbers, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, code)
  end do
  one = 5
  if (rank == 2) call late()
  call MPI_Allreduce(one, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, code)
  call MPI_Barrier(MPI_COMM_WORLD, code)
  if (rank == 0) write (*, '(I0)') total
  call MPI_Finalize(code)
contains
  subroutine late()
    double precision :: start
    start = MPI_Wtime()
    do while (MPI_Wtime() < start + 0.2d0)
    end do
  end subroutine late
end program main
