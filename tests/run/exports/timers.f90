program timers
  use iso_c_binding
  implicit none
  interface
    integer(c_int) function instr_start(name) bind(c)
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*)
    end function
    integer(c_int) function instr_stop(name) bind(c)
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*)
    end function
  end interface
  integer :: turn
  do turn = 1, 3
    if (instr_start("by name" // c_null_char) /= 0) error stop 1
    if (instr_stop("by name" // c_null_char) /= 0) error stop 2
  end do
end program
