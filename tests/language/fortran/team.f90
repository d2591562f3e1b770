! Threads of OpenMP: parallel loops, sections, tasks and a region in a region.
module work
contains
  subroutine piece(total, n)
    integer, intent(inout) :: total
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      total = ieor(total * 31 + i, 7)
    end do
  end subroutine
  recursive subroutine split(n)
    integer, intent(in) :: n
    integer :: mine
    if (n < 2) then
      mine = n
      call piece(mine, 10)
      return
    end if
    !$omp task
    call split(n / 2)
    !$omp end task
    call split(n - n / 2)
    !$omp taskwait
  end subroutine
end module
program team
  use work
  implicit none
  integer :: i, mine, all
  all = 0
  !$omp parallel do private(mine) reduction(+:all) schedule(static, 1)
  do i = 1, 100
    mine = i
    call piece(mine, 1000)
    all = all + mod(mine, 100)
  end do
  !$omp parallel sections private(mine)
  !$omp section
  mine = 1
  call piece(mine, 10)
  !$omp section
  mine = 2
  call piece(mine, 10)
  !$omp end parallel sections
  !$omp parallel
  !$omp single
  call split(64)
  !$omp end single
  !$omp end parallel
  print *, all
end program
