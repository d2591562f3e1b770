! Each kind of procedure that Fortran has; what is printed depends on all of them.
module shapes
  implicit none
  type, abstract :: shape
  contains
    procedure(area_of), deferred :: area
    procedure :: twice => twice_area
  end type
  abstract interface
    real(8) function area_of(self)
      import shape
      class(shape), intent(in) :: self
    end function
  end interface
  type, extends(shape) :: square
    real(8) :: side = 1
  contains
    procedure :: area => square_area
    final :: forget
  end type
  interface operator(.plus.)
    module procedure add
  end interface
  integer :: forgotten = 0
contains
  real(8) function square_area(self)
    class(square), intent(in) :: self
    square_area = self%side**2
  end function
  real(8) function twice_area(self)
    class(shape), intent(in) :: self
    twice_area = 2 * self%area()
  end function
  subroutine forget(self)
    type(square), intent(inout) :: self
    self%side = 0
    forgotten = forgotten + 1
  end subroutine
  type(square) function add(a, b)
    type(square), intent(in) :: a, b
    add%side = a%side + b%side
  end function
  elemental real(8) function half(x)
    real(8), intent(in) :: x
    half = x / 2
  end function
  recursive integer function fib(n) result(f)
    integer, intent(in) :: n
    if (n < 2) then
      f = n
    else
      f = fib(n - 1) + fib(n - 2)
    end if
  end function
  subroutine short_cut(list, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: list(n)
    if (n < 3) return
    list = half(list)
  end subroutine
  subroutine never()
    print *, 'never'
  end subroutine
end module

subroutine outside(list, n)
  use shapes, only: short_cut
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: list(n)
  integer :: i
  do i = 1, n
    call one(i)
  end do
  call short_cut(list, n)
contains
  subroutine one(k)
    integer, intent(in) :: k
    list(k) = list(k) + k + n
  end subroutine
end subroutine

subroutine in_c_too(x) bind(c, name='called_by_c')
  use iso_c_binding
  real(c_double), intent(inout) :: x
  x = x + 1
end subroutine

real(8) function first_way(x)
  implicit none
  real(8), intent(in) :: x
  real(8) :: second_way
  first_way = x
  return
  entry second_way(x)
  second_way = -x
end function

program everything
  use shapes
  implicit none
  interface
    subroutine by_c(x, times) bind(c)
      use iso_c_binding
      real(c_double), intent(inout) :: x
      integer(c_int), value :: times
    end subroutine
  end interface
  real(8), external :: first_way, second_way
  class(shape), allocatable :: some
  type(square) :: sum
  real(8) :: list(10), x
  integer :: i
  list = 1
  do i = 1, 20
    call outside(list, 10 - mod(i, 10))
  end do
  allocate (square :: some)
  x = some%twice()
  sum = square(2d0) .plus. square(3d0)
  call by_c(x, 7)
  x = x + first_way(1d0) + second_way(3d0) + second_way(4d0)
  print '(10f12.6)', list
  print '(3f12.6, 2i8)', x, some%area(), sum%area(), fib(12), forgotten
end program
