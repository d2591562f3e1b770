! gptl.f90 - the interface of GPTL for Fortran: see gptl.h. A compiler reads modules of its own making only, so this one is
! compiled with the program.
module gptl
  implicit none
  public

  integer, parameter :: GPTLsync_mpi = 0
  integer, parameter :: GPTLwall = 1
  integer, parameter :: GPTLcpu = 2
  integer, parameter :: GPTLabort_on_error = 3
  integer, parameter :: GPTLoverhead = 4
  integer, parameter :: GPTLdepthlimit = 5
  integer, parameter :: GPTLverbose = 6
  integer, parameter :: GPTLpercent = 9
  integer, parameter :: GPTLpersec = 10
  integer, parameter :: GPTLmultiplex = 11
  integer, parameter :: GPTLdopr_preamble = 12
  integer, parameter :: GPTLdopr_threadsort = 13
  integer, parameter :: GPTLdopr_multparent = 14
  integer, parameter :: GPTLdopr_collision = 15
  integer, parameter :: GPTLprint_method = 16
  integer, parameter :: GPTLdopr_memusage = 27
  integer, parameter :: GPTLtablesize = 50
  integer, parameter :: GPTLmaxthreads = 51
  integer, parameter :: GPTLonlyprint_rank0 = 52
  integer, parameter :: GPTLmem_growth = 53
  integer, parameter :: GPTLgettimeofday = 1
  integer, parameter :: GPTLnanotime = 2
  integer, parameter :: GPTLread_real_time = 3
  integer, parameter :: GPTLmpiwtime = 4
  integer, parameter :: GPTLclockgettime = 5
  integer, parameter :: GPTLplacebo = 7
  integer, parameter :: GPTLfirst_parent = 1
  integer, parameter :: GPTLlast_parent = 2
  integer, parameter :: GPTLmost_frequent = 3
  integer, parameter :: GPTLfull_tree = 4

  interface
    integer function gptlinitialize()
    end function gptlinitialize
    integer function gptlfinalize()
    end function gptlfinalize
    integer function gptlsetoption(option, val)
      integer, intent(in) :: option
      integer, intent(in) :: val
    end function gptlsetoption
    integer function gptlsetutr(option)
      integer, intent(in) :: option
    end function gptlsetutr
    integer function gptlenable()
    end function gptlenable
    integer function gptldisable()
    end function gptldisable
    integer function gptlreset()
    end function gptlreset
    integer function gptlreset_timer(name)
      character(len=*), intent(in) :: name
    end function gptlreset_timer
    integer function gptlstart(name)
      character(len=*), intent(in) :: name
    end function gptlstart
    integer function gptlstop(name)
      character(len=*), intent(in) :: name
    end function gptlstop
    integer function gptlinit_handle(name, handle)
      character(len=*), intent(in) :: name
      integer, intent(out) :: handle
    end function gptlinit_handle
    integer function gptlstart_handle(name, handle)
      character(len=*), intent(in) :: name
      integer, intent(inout) :: handle
    end function gptlstart_handle
    integer function gptlstop_handle(name, handle)
      character(len=*), intent(in) :: name
      integer, intent(inout) :: handle
    end function gptlstop_handle
    integer function gptlstartstop_val(name, value)
      character(len=*), intent(in) :: name
      real(8), intent(in) :: value
    end function gptlstartstop_val
    integer function gptlpr(id)
      integer, intent(in) :: id
    end function gptlpr
    integer function gptlpr_file(file)
      character(len=*), intent(in) :: file
    end function gptlpr_file
    integer function gptlpr_summary(comm)
      integer, intent(in) :: comm
    end function gptlpr_summary
    integer function gptlpr_summary_file(comm, file)
      integer, intent(in) :: comm
      character(len=*), intent(in) :: file
    end function gptlpr_summary_file
    integer function gptlbarrier(comm, name)
      integer, intent(in) :: comm
      character(len=*), intent(in) :: name
    end function gptlbarrier
    integer function gptlstamp(wall, usr, sys)
      real(8), intent(out) :: wall
      real(8), intent(out) :: usr
      real(8), intent(out) :: sys
    end function gptlstamp
    integer function gptlquery(name, t, count, onflg, wallclock, usr, sys, papicounters_out, maxcounters)
      character(len=*), intent(in) :: name
      integer, intent(in) :: t
      integer, intent(out) :: count
      integer, intent(out) :: onflg
      real(8), intent(out) :: wallclock
      real(8), intent(out) :: usr
      real(8), intent(out) :: sys
      integer(8), intent(inout) :: papicounters_out
      integer, intent(in) :: maxcounters
    end function gptlquery
    integer function gptlget_wallclock(name, t, value)
      character(len=*), intent(in) :: name
      integer, intent(in) :: t
      real(8), intent(out) :: value
    end function gptlget_wallclock
    integer function gptlget_wallclock_latest(name, t, value)
      character(len=*), intent(in) :: name
      integer, intent(in) :: t
      real(8), intent(out) :: value
    end function gptlget_wallclock_latest
    integer function gptlget_threadwork(name, maxwork, imbal)
      character(len=*), intent(in) :: name
      real(8), intent(out) :: maxwork
      real(8), intent(out) :: imbal
    end function gptlget_threadwork
    integer function gptlget_count(name, t, count)
      character(len=*), intent(in) :: name
      integer, intent(in) :: t
      integer, intent(out) :: count
    end function gptlget_count
    integer function gptlget_nregions(t, nregions)
      integer, intent(in) :: t
      integer, intent(out) :: nregions
    end function gptlget_nregions
    integer function gptlget_regionname(t, region, name)
      integer, intent(in) :: t
      integer, intent(in) :: region
      character(len=*), intent(inout) :: name
    end function gptlget_regionname
    integer function gptlget_eventvalue(timername, eventname, t, value)
      character(len=*), intent(in) :: timername
      character(len=*), intent(in) :: eventname
      integer, intent(in) :: t
      real(8), intent(inout) :: value
    end function gptlget_eventvalue
    integer function gptlget_memusage(rss)
      real, intent(out) :: rss
    end function gptlget_memusage
    integer function gptlprint_memusage(str)
      character(len=*), intent(in) :: str
    end function gptlprint_memusage
    integer function gptlget_procsiz(procsiz, rss)
      real, intent(out) :: procsiz
      real, intent(out) :: rss
    end function gptlget_procsiz
    integer function gptlnum_errors()
    end function gptlnum_errors
    integer function gptlnum_warn()
    end function gptlnum_warn
  end interface
end module gptl
