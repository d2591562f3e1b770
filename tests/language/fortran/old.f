C     Fixed form, a common block, a computed GOTO, and ways out that the caller names.
      SUBROUTINE STEP(N, *, *)
      INTEGER N, TOTAL
      COMMON /KEPT/ TOTAL
      TOTAL = TOTAL + N
      GOTO (10, 20) MOD(N, 3)
      RETURN
   10 RETURN 1
   20 RETURN 2
      END
      BLOCK DATA START
      INTEGER TOTAL
      COMMON /KEPT/ TOTAL
      DATA TOTAL /100/
      END
      PROGRAM OLD
      INTEGER I, WAYS(3), TOTAL
      COMMON /KEPT/ TOTAL
      DATA WAYS /3*0/
      DO 30 I = 1, 30
      CALL STEP(I, *11, *22)
      WAYS(1) = WAYS(1) + 1
      GOTO 30
   11 WAYS(2) = WAYS(2) + 1
      GOTO 30
   22 WAYS(3) = WAYS(3) + 1
   30 CONTINUE
      PRINT *, WAYS, TOTAL
      END
