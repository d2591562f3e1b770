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
    integer(c_int) function instr_note(key, value) bind(c)
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: key(*), value(*)
    end function
    integer(c_int) function instr_configure(settings) bind(c)
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: settings(*)
    end function
    integer(c_int) function instr_note_number(key, value) bind(c)
      import :: c_int, c_char, c_double
      character(kind=c_char), intent(in) :: key(*)
      real(c_double), value :: value
    end function
  end interface
  integer :: turn
  do turn = 1, 3
    if (instr_start("by name" // c_null_char) /= 0) error stop 1
    if (instr_stop("by name" // c_null_char) /= 0) error stop 2
  end do
  if (instr_note("mesh" // c_null_char, "icos480" // c_null_char) /= 0) error stop 3
  if (instr_note_number("dt" // c_null_char, 0.5d0) /= 0) error stop 4
  if (instr_configure("tag=solver=cg" // c_null_char) /= 0) error stop 5
  if (instr_configure("memory=1G" // c_null_char) /= -9) error stop 6
end program
