;; Loops over the bars of an instrument, eight at a time, where JavaScript takes one. `npm run kernels` makes wide-loops.wasm.ts of this file.
;;
;; Addresses are bytes. A bar is a double of 8 bytes; eight bars' verdicts are the bits of a byte, the first bar's lowest.
;; Every loop runs at least once, and goes up to seven bars too far.
(module
  (import "kernels" "memory" (memory 1))

  ;; The bars above $most, and those below $least. Neither holds for NaN.
  (func (export "besideNumber")
    (param $left i32) (param $stop i32) (param $least f64) (param $most f64) (param $above i32) (param $below i32)
    (local $low v128) (local $high v128) (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local.set $low (f64x2.splat (local.get $least)))
    (local.set $high (f64x2.splat (local.get $most)))
    (loop $eachEight
      (local.set $a0 (v128.load (local.get $left)))
      (local.set $a1 (v128.load offset=16 (local.get $left)))
      (local.set $a2 (v128.load offset=32 (local.get $left)))
      (local.set $a3 (v128.load offset=48 (local.get $left)))
      (i32.store8 (local.get $above) (i8x16.bitmask (i8x16.narrow_i16x8_s
        (i16x8.narrow_i32x4_s
          (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (f64x2.gt (local.get $a0) (local.get $high)) (f64x2.gt (local.get $a1) (local.get $high)))
          (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (f64x2.gt (local.get $a2) (local.get $high)) (f64x2.gt (local.get $a3) (local.get $high))))
        (v128.const i64x2 0 0))))
      (i32.store8 (local.get $below) (i8x16.bitmask (i8x16.narrow_i16x8_s
        (i16x8.narrow_i32x4_s
          (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (f64x2.lt (local.get $a0) (local.get $low)) (f64x2.lt (local.get $a1) (local.get $low)))
          (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (f64x2.lt (local.get $a2) (local.get $low)) (f64x2.lt (local.get $a3) (local.get $low))))
        (v128.const i64x2 0 0))))
      (local.set $above (i32.add (local.get $above) (i32.const 1)))
      (local.set $below (i32.add (local.get $below) (i32.const 1)))
      (br_if $eachEight
        (i32.lt_u (local.tee $left (i32.add (local.get $left) (i32.const 64))) (local.get $stop)))))

  ;; The bars that are above their right side, and those below, by more than |right| x ofRight + floor x ofFloor + always.
  (func (export "besideColumn")
    (param $left i32) (param $right i32) (param $floors i32) (param $stop i32)
    (param $rightShare f64) (param $floorShare f64) (param $least f64) (param $above i32) (param $below i32)
    (local $ofRight v128) (local $ofFloor v128) (local $always v128) (local $b v128) (local $apart i32) (local $under i32)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $m0 v128) (local $m1 v128) (local $m2 v128) (local $m3 v128)
    (local.set $ofRight (f64x2.splat (local.get $rightShare)))
    (local.set $ofFloor (f64x2.splat (local.get $floorShare)))
    (local.set $always (f64x2.splat (local.get $least)))
    (loop $eachEight
      (local.set $b (v128.load (local.get $right)))
      (local.set $a0 (f64x2.sub (v128.load (local.get $left)) (local.get $b)))
      (local.set $m0 (f64x2.gt (f64x2.abs (local.get $a0))
        (f64x2.add (f64x2.mul (f64x2.abs (local.get $b)) (local.get $ofRight))
          (f64x2.add (f64x2.mul (v128.load (local.get $floors)) (local.get $ofFloor)) (local.get $always)))))
      (local.set $b (v128.load offset=16 (local.get $right)))
      (local.set $a1 (f64x2.sub (v128.load offset=16 (local.get $left)) (local.get $b)))
      (local.set $m1 (f64x2.gt (f64x2.abs (local.get $a1))
        (f64x2.add (f64x2.mul (f64x2.abs (local.get $b)) (local.get $ofRight))
          (f64x2.add (f64x2.mul (v128.load offset=16 (local.get $floors)) (local.get $ofFloor)) (local.get $always)))))
      (local.set $b (v128.load offset=32 (local.get $right)))
      (local.set $a2 (f64x2.sub (v128.load offset=32 (local.get $left)) (local.get $b)))
      (local.set $m2 (f64x2.gt (f64x2.abs (local.get $a2))
        (f64x2.add (f64x2.mul (f64x2.abs (local.get $b)) (local.get $ofRight))
          (f64x2.add (f64x2.mul (v128.load offset=32 (local.get $floors)) (local.get $ofFloor)) (local.get $always)))))
      (local.set $b (v128.load offset=48 (local.get $right)))
      (local.set $a3 (f64x2.sub (v128.load offset=48 (local.get $left)) (local.get $b)))
      (local.set $m3 (f64x2.gt (f64x2.abs (local.get $a3))
        (f64x2.add (f64x2.mul (f64x2.abs (local.get $b)) (local.get $ofRight))
          (f64x2.add (f64x2.mul (v128.load offset=48 (local.get $floors)) (local.get $ofFloor)) (local.get $always)))))
      (local.set $apart (i8x16.bitmask (i8x16.narrow_i16x8_s
        (i16x8.narrow_i32x4_s
          (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $m0) (local.get $m1))
          (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $m2) (local.get $m3)))
        (v128.const i64x2 0 0))))
      ;; the signs of the differences, which are in their upper halves
      (local.set $under (i8x16.bitmask (i8x16.narrow_i16x8_s
        (i16x8.narrow_i32x4_s
          (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $a0) (local.get $a1))
          (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $a2) (local.get $a3)))
        (v128.const i64x2 0 0))))
      (i32.store8 (local.get $above) (i32.and (local.get $apart) (i32.xor (local.get $under) (i32.const 255))))
      (i32.store8 (local.get $below) (i32.and (local.get $apart) (local.get $under)))
      (local.set $above (i32.add (local.get $above) (i32.const 1)))
      (local.set $below (i32.add (local.get $below) (i32.const 1)))
      (local.set $right (i32.add (local.get $right) (i32.const 64)))
      (local.set $floors (i32.add (local.get $floors) (i32.const 64)))
      (br_if $eachEight
        (i32.lt_u (local.tee $left (i32.add (local.get $left) (i32.const 64))) (local.get $stop)))))

  ;; The highest of each bar's last n of $x, or with the sign -1 the lowest, worked out from $first on, where infinity lies before: a
  ;; window is made of four that follow one another, as long as they fit into it, then of two that overlap, each half as long or
  ;; longer; from the last bar back, so that those before are as they were. n is 2 or more. What is unknown is infinity on the way,
  ;; for which one instruction is enough.
  (func (export "extremes") (param $x i32) (param $first i32) (param $stop i32) (param $n i32) (param $out i32) (param $sign f64)
    (local $turn v128)
    (local $covered i32) (local $step i32) (local $at i32) (local $one i32) (local $two i32) (local $three i32) (local $value v128)
    (local.set $turn (f64x2.splat (local.get $sign)))
    (local.set $at (local.get $first))
    (loop $each
      (local.set $value (f64x2.mul (v128.load (local.get $x)) (local.get $turn)))
      (local.set $x (i32.add (local.get $x) (i32.const 16)))
      (v128.store (local.get $at) (v128.bitselect
        (local.get $value) (v128.const f64x2 inf inf) (f64x2.eq (local.get $value) (local.get $value))))
      (br_if $each (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $stop))))
    (local.set $covered (i32.const 1))
    (block $few
      (loop $eachStep
        (br_if $few (i32.lt_u (local.get $n) (i32.shl (local.get $covered) (i32.const 2))))
        (local.set $step (i32.shl (local.get $covered) (i32.const 3)))
        (local.set $covered (i32.shl (local.get $covered) (i32.const 2)))
        (local.set $at (i32.sub (local.get $stop) (i32.const 64)))
        (loop $eachEight
          (local.set $one (i32.sub (local.get $at) (local.get $step)))
          (local.set $two (i32.sub (local.get $one) (local.get $step)))
          (local.set $three (i32.sub (local.get $two) (local.get $step)))
        (v128.store offset=48 (local.get $at) (f64x2.pmax
          (f64x2.pmax (v128.load offset=48 (local.get $at)) (v128.load offset=48 (local.get $one)))
          (f64x2.pmax (v128.load offset=48 (local.get $two)) (v128.load offset=48 (local.get $three)))))
        (v128.store offset=32 (local.get $at) (f64x2.pmax
          (f64x2.pmax (v128.load offset=32 (local.get $at)) (v128.load offset=32 (local.get $one)))
          (f64x2.pmax (v128.load offset=32 (local.get $two)) (v128.load offset=32 (local.get $three)))))
        (v128.store offset=16 (local.get $at) (f64x2.pmax
          (f64x2.pmax (v128.load offset=16 (local.get $at)) (v128.load offset=16 (local.get $one)))
          (f64x2.pmax (v128.load offset=16 (local.get $two)) (v128.load offset=16 (local.get $three)))))
        (v128.store offset=0 (local.get $at) (f64x2.pmax
          (f64x2.pmax (v128.load offset=0 (local.get $at)) (v128.load offset=0 (local.get $one)))
          (f64x2.pmax (v128.load offset=0 (local.get $two)) (v128.load offset=0 (local.get $three)))))
          (br_if $eachEight
            (i32.gt_s (local.tee $at (i32.sub (local.get $at) (i32.const 64))) (i32.sub (local.get $first) (i32.const 64)))))
        (br $eachStep)))
    (block $done
      (loop $eachStep
        (br_if $done (i32.eq (local.get $covered) (local.get $n)))
        (local.set $step
          (select (local.get $covered) (i32.sub (local.get $n) (local.get $covered))
            (i32.lt_u (local.get $covered) (i32.sub (local.get $n) (local.get $covered)))))
        (local.set $covered (i32.add (local.get $covered) (local.get $step)))
        (local.set $step (i32.shl (local.get $step) (i32.const 3)))
        (local.set $at (i32.sub (local.get $stop) (i32.const 64)))
        (loop $eachEight
          (local.set $one (i32.sub (local.get $at) (local.get $step)))
        (v128.store offset=48 (local.get $at)
          (f64x2.pmax (v128.load offset=48 (local.get $at)) (v128.load offset=48 (local.get $one))))
        (v128.store offset=32 (local.get $at)
          (f64x2.pmax (v128.load offset=32 (local.get $at)) (v128.load offset=32 (local.get $one))))
        (v128.store offset=16 (local.get $at)
          (f64x2.pmax (v128.load offset=16 (local.get $at)) (v128.load offset=16 (local.get $one))))
        (v128.store offset=0 (local.get $at)
          (f64x2.pmax (v128.load offset=0 (local.get $at)) (v128.load offset=0 (local.get $one))))
          (br_if $eachEight
            (i32.gt_s (local.tee $at (i32.sub (local.get $at) (i32.const 64))) (i32.sub (local.get $first) (i32.const 64)))))
        (br $eachStep)))
    (local.set $at (local.get $first))
    (loop $each
      (local.set $value (f64x2.mul (v128.load (local.get $at)) (local.get $turn)))
      (v128.store (local.get $out)
        (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $each (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $stop)))))

  ;; Two columns bar by bar; what is not finite is unknown.
  (func (export "plus") (param $left i32) (param $right i32) (param $stop i32) (param $out i32)
    (local $value v128)
    (loop $eachFour
      (local.set $value (f64x2.add (v128.load offset=0 (local.get $left)) (v128.load offset=0 (local.get $right))))
      (v128.store offset=0 (local.get $out)
        (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
      (local.set $value (f64x2.add (v128.load offset=16 (local.get $left)) (v128.load offset=16 (local.get $right))))
      (v128.store offset=16 (local.get $out)
        (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
      (local.set $right (i32.add (local.get $right) (i32.const 32)))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (br_if $eachFour
        (i32.lt_u (local.tee $left (i32.add (local.get $left) (i32.const 32))) (local.get $stop)))))

  (func (export "minus") (param $left i32) (param $right i32) (param $stop i32) (param $out i32)
    (local $value v128)
    (loop $eachFour
      (local.set $value (f64x2.sub (v128.load offset=0 (local.get $left)) (v128.load offset=0 (local.get $right))))
      (v128.store offset=0 (local.get $out)
        (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
      (local.set $value (f64x2.sub (v128.load offset=16 (local.get $left)) (v128.load offset=16 (local.get $right))))
      (v128.store offset=16 (local.get $out)
        (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
      (local.set $right (i32.add (local.get $right) (i32.const 32)))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (br_if $eachFour
        (i32.lt_u (local.tee $left (i32.add (local.get $left) (i32.const 32))) (local.get $stop)))))

  (func (export "times") (param $left i32) (param $right i32) (param $stop i32) (param $out i32)
    (local $value v128)
    (loop $eachFour
      (local.set $value (f64x2.mul (v128.load offset=0 (local.get $left)) (v128.load offset=0 (local.get $right))))
      (v128.store offset=0 (local.get $out)
        (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
      (local.set $value (f64x2.mul (v128.load offset=16 (local.get $left)) (v128.load offset=16 (local.get $right))))
      (v128.store offset=16 (local.get $out)
        (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
      (local.set $right (i32.add (local.get $right) (i32.const 32)))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (br_if $eachFour
        (i32.lt_u (local.tee $left (i32.add (local.get $left) (i32.const 32))) (local.get $stop)))))

  (func (export "over") (param $left i32) (param $right i32) (param $stop i32) (param $out i32)
    (local $value v128)
    (loop $eachFour
      (local.set $value (f64x2.div (v128.load offset=0 (local.get $left)) (v128.load offset=0 (local.get $right))))
      (v128.store offset=0 (local.get $out)
        (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
      (local.set $value (f64x2.div (v128.load offset=16 (local.get $left)) (v128.load offset=16 (local.get $right))))
      (v128.store offset=16 (local.get $out)
        (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
      (local.set $right (i32.add (local.get $right) (i32.const 32)))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (br_if $eachFour
        (i32.lt_u (local.tee $left (i32.add (local.get $left) (i32.const 32))) (local.get $stop)))))

  ;; A running mean goes on behind the bar where it is $before, four bars at a time. Gives 0 where an unknown value comes.
  (func (export "runMean") (param $x i32) (param $stop i32) (param $out i32) (param $share f64) (param $before f64) (result i32)
    (local $rest f64) (local $shares v128) (local $ofFirst v128) (local $ofLast v128) (local $a v128) (local $b v128)
    (local $two f64) (local $three f64) (local $mean v128)
    (local.set $rest (f64.sub (f64.const 1) (local.get $share)))
    (local.set $shares (f64x2.splat (local.get $share)))
    (local.set $two (f64.mul (local.get $rest) (local.get $rest)))
    (local.set $three (f64.mul (local.get $two) (local.get $rest)))
    (local.set $ofFirst (f64x2.replace_lane 1 (f64x2.splat (local.get $rest)) (local.get $two)))
    (local.set $ofLast
      (f64x2.replace_lane 1 (f64x2.splat (local.get $three)) (f64.mul (local.get $three) (local.get $rest))))
    (local.set $mean (f64x2.splat (local.get $before)))
    (loop $eachFour
      (local.set $a (f64x2.mul (local.get $shares) (v128.load (local.get $x))))
      (local.set $b (f64x2.mul (local.get $shares) (v128.load offset=16 (local.get $x))))
      (local.set $two (f64.add (f64x2.extract_lane 1 (local.get $a))
        (f64.mul (local.get $rest) (f64x2.extract_lane 0 (local.get $a)))))
      (local.set $three (f64.add (f64x2.extract_lane 0 (local.get $b)) (f64.mul (local.get $rest) (local.get $two))))
      (local.set $a (f64x2.add (f64x2.mul (local.get $mean) (local.get $ofFirst))
        (f64x2.replace_lane 1 (local.get $a) (local.get $two))))
      (local.set $mean (f64x2.add (f64x2.mul (local.get $mean) (local.get $ofLast))
        (f64x2.replace_lane 1 (f64x2.splat (local.get $three))
          (f64.add (f64x2.extract_lane 1 (local.get $b)) (f64.mul (local.get $rest) (local.get $three))))))
      (v128.store (local.get $out) (local.get $a))
      (v128.store offset=16 (local.get $out) (local.get $mean))
      (local.set $mean (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $mean) (local.get $mean)))
      (if (i32.eqz (i64x2.all_true (f64x2.eq (local.get $mean) (local.get $mean)))) (then (return (i32.const 0))))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (br_if $eachFour (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 32))) (local.get $stop))))
    (i32.const 1))

  ;; The running means of what a column gained and of how far it moved, four bars at a time, as runMean goes on from both; of them the
  ;; strength. Vectors are of two bars, or a gain and the move. Gives 0 where an unknown value comes.
  (func (export "rsi")
    (param $x i32) (param $stop i32) (param $out i32) (param $share f64) (param $gain f64) (param $move f64) (result i32)
    (local $rest v128) (local $shares v128) (local $ofTwo v128) (local $ofThree v128) (local $ofFour v128) (local $mean v128)
    (local $a v128) (local $b v128) (local $sizes v128) (local $later v128)
    (local $one v128) (local $two v128) (local $three v128) (local $four v128)
    (local.set $rest (f64x2.splat (f64.sub (f64.const 1) (local.get $share))))
    (local.set $shares (f64x2.splat (local.get $share)))
    (local.set $ofTwo (f64x2.mul (local.get $rest) (local.get $rest)))
    (local.set $ofThree (f64x2.mul (local.get $ofTwo) (local.get $rest)))
    (local.set $ofFour (f64x2.mul (local.get $ofThree) (local.get $rest)))
    (local.set $mean (f64x2.replace_lane 1 (f64x2.splat (local.get $gain)) (local.get $move)))
    (loop $eachFour
      (local.set $a (f64x2.sub (v128.load (local.get $x)) (v128.load (i32.sub (local.get $x) (i32.const 8)))))
      (local.set $a (f64x2.add (local.get $a) (f64x2.sub (local.get $a) (local.get $a))))
      (local.set $b (f64x2.sub (v128.load offset=16 (local.get $x)) (v128.load offset=8 (local.get $x))))
      (local.set $b (f64x2.add (local.get $b) (f64x2.sub (local.get $b) (local.get $b))))
      (local.set $sizes (f64x2.abs (local.get $a)))
      (local.set $later (f64x2.abs (local.get $b)))
      (local.set $a (f64x2.pmax (local.get $a) (v128.const f64x2 0 0)))
      (local.set $b (f64x2.pmax (local.get $b) (v128.const f64x2 0 0)))
      (local.set $one (f64x2.mul (local.get $shares) (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $sizes))))
      (local.set $two (f64x2.add
        (f64x2.mul (local.get $shares) (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $sizes)))
        (f64x2.mul (local.get $rest) (local.get $one))))
      (local.set $three (f64x2.add
        (f64x2.mul (local.get $shares) (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $b) (local.get $later)))
        (f64x2.mul (local.get $rest) (local.get $two))))
      (local.set $four (f64x2.add
        (f64x2.mul (local.get $shares) (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $b) (local.get $later)))
        (f64x2.mul (local.get $rest) (local.get $three))))
      (local.set $one (f64x2.add (f64x2.mul (local.get $mean) (local.get $rest)) (local.get $one)))
      (local.set $two (f64x2.add (f64x2.mul (local.get $mean) (local.get $ofTwo)) (local.get $two)))
      (local.set $three (f64x2.add (f64x2.mul (local.get $mean) (local.get $ofThree)) (local.get $three)))
      (local.set $mean (f64x2.add (f64x2.mul (local.get $mean) (local.get $ofFour)) (local.get $four)))
      (if (i32.eqz (i64x2.all_true (f64x2.eq (local.get $mean) (local.get $mean)))) (then (return (i32.const 0))))
      (local.set $sizes (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $one) (local.get $two)))
      (local.set $a (f64x2.mul (v128.const f64x2 100 100)
        (f64x2.div (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $one) (local.get $two)) (local.get $sizes))))
      (v128.store (local.get $out) (v128.bitselect (v128.const f64x2 50 50)
        (f64x2.add (local.get $a) (f64x2.sub (local.get $a) (local.get $a)))
        (f64x2.eq (local.get $sizes) (v128.const f64x2 0 0))))
      (local.set $sizes (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $three) (local.get $mean)))
      (local.set $a (f64x2.mul (v128.const f64x2 100 100)
        (f64x2.div (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $three) (local.get $mean)) (local.get $sizes))))
      (v128.store offset=16 (local.get $out) (v128.bitselect (v128.const f64x2 50 50)
        (f64x2.add (local.get $a) (f64x2.sub (local.get $a) (local.get $a)))
        (f64x2.eq (local.get $sizes) (v128.const f64x2 0 0))))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (br_if $eachFour (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 32))) (local.get $stop))))
    (i32.const 1))

  ;; How far each bar's value lies from its mean in 0.015 of the usual distance from that, in the place of the mean: unknown where
  ;; that is next to nothing. Four bars at a time; the distances of their n values, the first of which is at $first for the first bar,
  ;; are summed from the oldest on, one by one in turns. n is 2 or more.
  (func (export "distances") (param $first i32) (param $means i32) (param $stop i32) (param $n i32)
    (local $at i32) (local $last i32) (local $m0 v128) (local $m1 v128) (local $size v128)
    (local $even0 v128) (local $odd0 v128) (local $even1 v128) (local $odd1 v128)
    (local.set $last (i32.add (local.get $first) (i32.shl (i32.sub (local.get $n) (i32.const 1)) (i32.const 3))))
    (local.set $size (v128.const i64x2 0x7fffffffffffffff 0x7fffffffffffffff))
    (loop $eachFour
      (local.set $m0 (v128.load (local.get $means)))
      (local.set $m1 (v128.load offset=16 (local.get $means)))
      (local.set $at (local.get $first))
      (local.set $even0 (local.tee $odd0 (local.tee $even1 (local.tee $odd1 (v128.const i64x2 0 0)))))
      (loop $eachPair
        (local.set $even0 (f64x2.add (local.get $even0)
          (v128.and (local.get $size) (f64x2.sub (local.get $m0) (v128.load (local.get $at))))))
        (local.set $odd0 (f64x2.add (local.get $odd0)
          (v128.and (local.get $size) (f64x2.sub (local.get $m0) (v128.load offset=8 (local.get $at))))))
        (local.set $even1 (f64x2.add (local.get $even1)
          (v128.and (local.get $size) (f64x2.sub (local.get $m1) (v128.load offset=16 (local.get $at))))))
        (local.set $odd1 (f64x2.add (local.get $odd1)
          (v128.and (local.get $size) (f64x2.sub (local.get $m1) (v128.load offset=24 (local.get $at))))))
        (br_if $eachPair
          (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $last))))
      (if (i32.and (local.get $n) (i32.const 1)) (then
        (local.set $even0 (f64x2.add (local.get $even0)
          (v128.and (local.get $size) (f64x2.sub (local.get $m0) (v128.load (local.get $at))))))
        (local.set $even1 (f64x2.add (local.get $even1)
          (v128.and (local.get $size) (f64x2.sub (local.get $m1) (v128.load offset=16 (local.get $at))))))))
      (v128.store (local.get $means)
        (call $apart (local.get $n) (f64x2.add (local.get $even0) (local.get $odd0))
          (v128.load (local.get $last)) (local.get $m0)))
      (v128.store offset=16 (local.get $means)
        (call $apart (local.get $n) (f64x2.add (local.get $even1) (local.get $odd1))
          (v128.load offset=16 (local.get $last)) (local.get $m1)))
      (local.set $first (i32.add (local.get $first) (i32.const 32)))
      (local.set $last (i32.add (local.get $last) (i32.const 32)))
      (br_if $eachFour
        (i32.lt_u (local.tee $means (i32.add (local.get $means) (i32.const 32))) (local.get $stop)))))

  ;; Windows that are rolled on go two blocks of 512 bars (BLOCK of known-runs.ts) at once: a vector has a number of the one and of
  ;; the other, whose places are 4096 bytes apart. Each is worked out in the order of its plain roll. The result is 1 where all
  ;; values of both count, else 0.

  ;; The sums of the n values up to $at, in four lanes.
  (func $freshSum (param $at i32) (param $n i32) (result v128)
    (local $from i32) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $from (i32.sub (local.get $at) (i32.shl (i32.sub (local.get $n) (i32.const 1)) (i32.const 3))))
    (block $rest
      (loop $eachFour
        (br_if $rest (i32.gt_u (i32.add (local.get $from) (i32.const 24)) (local.get $at)))
        (local.set $a (f64x2.add (local.get $a) (v128.load64_lane offset=4096 1 (local.get $from) (v128.load64_zero (local.get $from)))))
        (local.set $b (f64x2.add (local.get $b) (v128.load64_lane offset=4104 1 (local.get $from) (v128.load64_zero offset=8 (local.get $from)))))
        (local.set $c (f64x2.add (local.get $c) (v128.load64_lane offset=4112 1 (local.get $from) (v128.load64_zero offset=16 (local.get $from)))))
        (local.set $d (f64x2.add (local.get $d) (v128.load64_lane offset=4120 1 (local.get $from) (v128.load64_zero offset=24 (local.get $from)))))
        (local.set $from (i32.add (local.get $from) (i32.const 32)))
        (br $eachFour)))
    (block $end
      (loop $each
        (br_if $end (i32.gt_u (local.get $from) (local.get $at)))
        (local.set $a (f64x2.add (local.get $a) (v128.load64_lane offset=4096 1 (local.get $from) (v128.load64_zero (local.get $from)))))
        (local.set $from (i32.add (local.get $from) (i32.const 8)))
        (br $each)))
    (f64x2.add (f64x2.add (local.get $a) (local.get $b)) (f64x2.add (local.get $c) (local.get $d))))

  ;; Sums of n values, divided.
  (func (export "rollSums") (param $at i32) (param $out i32) (param $n i32) (param $divisor f64) (result i32)
    (local $stop i32) (local $gone i32) (local $over v128) (local $total v128) (local $value v128) (local $size v128)
    (local $least v128) (local $most v128) (local $ok v128)
    (local.set $over (f64x2.splat (local.get $divisor)))
    (local.set $total (call $freshSum (local.get $at) (local.get $n)))
    (local.set $least (f64x2.div (f64x2.abs (local.get $total)) (v128.const f64x2 30 30)))
    (local.set $most (f64x2.mul (f64x2.abs (local.get $total)) (v128.const f64x2 30 30)))
    (local.set $ok (f64x2.lt (local.get $most) (v128.const f64x2 inf inf)))
    (local.set $value (f64x2.div (local.get $total) (local.get $over)))
    (local.set $value (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
    (v128.store64_lane 0 (local.get $out) (local.get $value))
    (v128.store64_lane offset=4096 1 (local.get $out) (local.get $value))
    (local.set $stop (i32.add (local.get $at) (i32.const 4088)))
    (local.set $gone (i32.sub (local.get $at) (i32.shl (i32.sub (local.get $n) (i32.const 1)) (i32.const 3))))
    (loop $eachBar
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (local.set $total (f64x2.add (local.get $total)
        (f64x2.sub (v128.load64_lane offset=4096 1 (local.get $at) (v128.load64_zero (local.get $at)))
          (v128.load64_lane offset=4096 1 (local.get $gone) (v128.load64_zero (local.get $gone))))))
      (local.set $gone (i32.add (local.get $gone) (i32.const 8)))
      (local.set $value (f64x2.div (local.get $total) (local.get $over)))
      (v128.store64_lane 0 (local.get $out) (local.get $value))
      (v128.store64_lane offset=4096 1 (local.get $out) (local.get $value))
      (local.set $size (f64x2.abs (local.get $total)))
      (local.set $ok (v128.and (local.get $ok)
        (v128.and (f64x2.ge (local.get $size) (local.get $least)) (f64x2.le (local.get $size) (local.get $most)))))
      (br_if $eachBar (i32.lt_u (local.get $at) (local.get $stop))))
    (i64x2.all_true (local.get $ok)))

  ;; Sums of n values, each times its place less the middle, times a share: weighted means or slopes.
  (func (export "rollPlaces") (param $at i32) (param $out i32) (param $n i32) (param $isMean i32) (result i32)
    (local $stop i32) (local $gone i32) (local $from i32) (local $middle v128) (local $share v128) (local $total v128) (local $base v128)
    (local $moment v128) (local $weight v128) (local $value v128) (local $size v128) (local $largest v128) (local $smallest v128)
    (local $least v128) (local $most v128) (local $flat v128) (local $ofNewest v128) (local $oldest v128) (local $ok v128)
    (local $bars v128)
    (local.set $bars (f64x2.splat (f64.convert_i32_u (local.get $n))))
    (if (local.get $isMean)
      (then
        (local.set $middle (v128.const f64x2 -1 -1))
        (local.set $share (f64x2.div (v128.const f64x2 2 2)
          (f64x2.mul (local.get $bars) (f64x2.add (local.get $bars) (v128.const f64x2 1 1))))))
      (else
        (local.set $middle (f64x2.div (f64x2.sub (local.get $bars) (v128.const f64x2 1 1)) (v128.const f64x2 2 2)))
        (local.set $share (f64x2.div (v128.const f64x2 12 12) (f64x2.mul (local.get $bars)
          (f64x2.sub (f64x2.mul (local.get $bars) (local.get $bars)) (v128.const f64x2 1 1)))))))
    (local.set $total (call $freshSum (local.get $at) (local.get $n)))
    (if (i32.eqz (local.get $isMean)) (then
      (local.set $base (f64x2.div (local.get $total) (local.get $bars)))))
    (local.set $smallest (v128.const f64x2 inf inf))
    (local.set $weight (f64x2.sub (v128.const f64x2 0 0) (local.get $middle)))
    (local.set $gone (i32.sub (local.get $at) (i32.shl (i32.sub (local.get $n) (i32.const 1)) (i32.const 3))))
    (local.set $from (local.get $gone))
    (loop $each
      (local.set $value (v128.load64_lane offset=4096 1 (local.get $from) (v128.load64_zero (local.get $from))))
      (local.set $size (f64x2.abs (local.get $value)))
      (local.set $moment (f64x2.add (local.get $moment)
        (f64x2.mul (local.get $weight) (f64x2.sub (local.get $value) (local.get $base)))))
      (local.set $largest (f64x2.pmax (local.get $largest) (local.get $size)))
      (local.set $smallest (f64x2.pmin (local.get $smallest) (local.get $size)))
      (local.set $weight (f64x2.add (local.get $weight) (v128.const f64x2 1 1)))
      (br_if $each (i32.le_u (local.tee $from (i32.add (local.get $from) (i32.const 8))) (local.get $at))))
    (if (local.get $isMean)
      (then
        (local.set $value (f64x2.abs (f64x2.mul (local.get $moment) (local.get $share))))
        (local.set $most (f64x2.mul (local.get $value) (v128.const f64x2 1000 1000)))
        (local.set $flat (f64x2.div (f64x2.abs (local.get $moment)) (v128.const f64x2 30 30)))
        (local.set $ok (v128.and (f64x2.le (local.get $largest) (local.get $most))
          (f64x2.lt (f64x2.div (f64x2.mul (local.get $most) (v128.const f64x2 4 4)) (local.get $share)) (v128.const f64x2 inf inf)))))
      (else
        (local.set $moment (v128.andnot (local.get $moment)
          (f64x2.lt (f64x2.abs (f64x2.mul (local.get $moment) (local.get $share)))
            (f64x2.mul (local.get $largest) (v128.const f64x2 1e-12 1e-12)))))
        (local.set $least (f64x2.div (local.get $largest) (v128.const f64x2 20 20)))
        (local.set $most (f64x2.mul (local.get $smallest) (v128.const f64x2 20 20)))
        (local.set $flat (f64x2.div (f64x2.mul (local.get $most) (v128.const f64x2 1e-11 1e-11)) (local.get $share)))
        (local.set $ok (v128.const i64x2 -1 -1))))
    (local.set $value (f64x2.mul (local.get $moment) (local.get $share)))
    (local.set $value (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
    (v128.store64_lane 0 (local.get $out) (local.get $value))
    (v128.store64_lane offset=4096 1 (local.get $out) (local.get $value))
    (local.set $ofNewest (f64x2.sub (local.get $bars) (local.get $middle)))
    (local.set $stop (i32.add (local.get $at) (i32.const 4088)))
    (loop $eachBar
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (local.set $value (v128.load64_lane offset=4096 1 (local.get $at) (v128.load64_zero (local.get $at))))
      (local.set $oldest (v128.load64_lane offset=4096 1 (local.get $gone) (v128.load64_zero (local.get $gone))))
      (local.set $gone (i32.add (local.get $gone) (i32.const 8)))
      (local.set $total (f64x2.add (local.get $total) (f64x2.sub (local.get $value) (local.get $oldest))))
      (local.set $moment (f64x2.add (local.get $moment)
        (f64x2.sub
          (f64x2.add (f64x2.mul (local.get $middle) (local.get $oldest)) (f64x2.mul (local.get $ofNewest) (local.get $value)))
          (local.get $total))))
      (local.set $size (f64x2.abs (local.get $value)))
      (local.set $value (f64x2.mul (local.get $moment) (local.get $share)))
      (v128.store64_lane 0 (local.get $out) (local.get $value))
      (v128.store64_lane offset=4096 1 (local.get $out) (local.get $value))
      (local.set $ok (v128.and
        (v128.and (local.get $ok) (f64x2.ge (f64x2.abs (local.get $moment)) (local.get $flat)))
        (v128.and (f64x2.ge (local.get $size) (local.get $least)) (f64x2.le (local.get $size) (local.get $most)))))
      (br_if $eachBar (i32.lt_u (local.get $at) (local.get $stop))))
    (i64x2.all_true (local.get $ok)))

  ;; Means and deviations of n values as spread.ts tells of them, for the windows that end on $at and behind it, up to one whose
  ;; squares have lost too many places, is unknown, or ends on $stop: the result is its address. $told is where ofValue and the others
  ;; lie one behind the other, $room has place for 34 vectors. The sums of 32 windows are rolled on, a vector for the differences and
  ;; their squares, and then two windows at a time are told of. May write one value too many.
  (func (export "rollMoments") (param $at i32) (param $stop i32) (param $out i32) (param $n i32) (param $told i32) (param $room i32)
    (result i32)
    (local $from i32) (local $place i32) (local $end i32) (local $back i32) (local $isRatio i32)
    (local $a f64) (local $b f64) (local $c f64) (local $d f64)
    (local $sums v128) (local $come v128) (local $gone v128) (local $one v128) (local $shares v128) (local $bases v128)
    (local $shift v128) (local $raw v128) (local $most v128) (local $squares v128) (local $ok v128) (local $isFirst v128)
    (local $mean v128) (local $spread v128) (local $value v128)
    (local.set $one (v128.const f64x2 1 1))
    (local.set $shares (f64x2.div (local.get $one) (f64x2.splat (f64.convert_i32_u (local.get $n)))))
    (local.set $back (i32.shl (local.get $n) (i32.const 3)))
    (local.set $isRatio (i32.or (f64.ne (f64.load offset=24 (local.get $told)) (f64.const 0))
      (f64.ne (f64.load offset=32 (local.get $told)) (f64.const 0))))
    (local.set $from (i32.sub (local.get $at) (i32.sub (local.get $back) (i32.const 8))))
    (block $rest
      (loop $eachFour
        (br_if $rest (i32.gt_u (i32.add (local.get $from) (i32.const 24)) (local.get $at)))
        (local.set $a (f64.add (local.get $a) (f64.load (local.get $from))))
        (local.set $b (f64.add (local.get $b) (f64.load offset=8 (local.get $from))))
        (local.set $c (f64.add (local.get $c) (f64.load offset=16 (local.get $from))))
        (local.set $d (f64.add (local.get $d) (f64.load offset=24 (local.get $from))))
        (local.set $from (i32.add (local.get $from) (i32.const 32)))
        (br $eachFour)))
    (block $end
      (loop $each
        (br_if $end (i32.gt_u (local.get $from) (local.get $at)))
        (local.set $a (f64.add (local.get $a) (f64.load (local.get $from))))
        (local.set $from (i32.add (local.get $from) (i32.const 8)))
        (br $each)))
    (local.set $bases (f64x2.mul (local.get $shares) (f64x2.splat
      (f64.add (f64.add (local.get $a) (local.get $b)) (f64.add (local.get $c) (local.get $d))))))
    (local.set $from (i32.sub (local.get $at) (i32.sub (local.get $back) (i32.const 8))))
    (loop $each
      (local.set $come (f64x2.sub (v128.load64_splat (local.get $from)) (local.get $bases)))
      (local.set $sums (f64x2.add (local.get $sums) (f64x2.mul (local.get $come)
        (i8x16.shuffle 0 1 2 3 4 5 6 7 24 25 26 27 28 29 30 31 (local.get $one) (local.get $come)))))
      (br_if $each (i32.le_u (local.tee $from (i32.add (local.get $from) (i32.const 8))) (local.get $at))))
    (local.set $most
      (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $sums) (local.get $sums)))
    (local.set $isFirst (v128.const i64x2 -1 0))
    (loop $eachStretch
      (local.set $end (i32.add (local.get $at) (i32.const 256)))
      (if (i32.gt_u (local.get $end) (local.get $stop)) (then (local.set $end (local.get $stop))))
      (local.set $from (local.get $at))
      (local.set $place (local.get $room))
      (loop $eachBar
        (v128.store (local.get $place) (local.get $sums))
        (local.set $place (i32.add (local.get $place) (i32.const 16)))
        (local.set $from (i32.add (local.get $from) (i32.const 8)))
        (local.set $come (f64x2.sub (v128.load64_splat (local.get $from)) (local.get $bases)))
        (local.set $gone
          (f64x2.sub (v128.load64_splat (i32.sub (local.get $from) (local.get $back))) (local.get $bases)))
        (local.set $sums (f64x2.add (local.get $sums) (f64x2.mul (f64x2.sub (local.get $come) (local.get $gone))
          (i8x16.shuffle 0 1 2 3 4 5 6 7 24 25 26 27 28 29 30 31
            (local.get $one) (f64x2.add (local.get $come) (local.get $gone))))))
        (br_if $eachBar (i32.lt_u (local.get $from) (local.get $end))))
      (local.set $place (local.get $room))
      (loop $eachTwo
        (local.set $come (v128.load (local.get $place)))
        (local.set $gone (v128.load offset=16 (local.get $place)))
        (local.set $shift
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $come) (local.get $gone)))
        (local.set $raw
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $come) (local.get $gone)))
        (local.set $most (f64x2.pmax (local.get $most) (local.get $raw)))
        (local.set $most (f64x2.pmax
          (i8x16.shuffle 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 (local.get $most) (local.get $most)) (local.get $most)))
        (local.set $squares (f64x2.sub (local.get $raw)
          (f64x2.mul (f64x2.mul (local.get $shift) (local.get $shift)) (local.get $shares))))
        (local.set $ok (v128.or (local.get $isFirst)
          (f64x2.le (local.get $most) (f64x2.mul (local.get $squares) (v128.const f64x2 300 300)))))
        (local.set $isFirst (v128.const i64x2 0 0))
        (if (i64.eqz (i64x2.extract_lane 0 (local.get $ok))) (then (return (local.get $at))))
        (local.set $most
          (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $most) (local.get $most)))
        (local.set $mean (f64x2.add (local.get $bases) (f64x2.mul (local.get $shift) (local.get $shares))))
        (local.set $spread (f64x2.sqrt (f64x2.mul
          (f64x2.pmax (local.get $squares) (v128.const f64x2 0 0)) (local.get $shares))))
        (local.set $spread (v128.andnot (local.get $spread)
          (f64x2.lt (local.get $spread) (f64x2.mul (f64x2.abs (local.get $mean)) (v128.const f64x2 1e-9 1e-9)))))
        (local.set $value (f64x2.add
          (f64x2.add (f64x2.mul (v128.load64_splat (local.get $told)) (v128.load (local.get $at)))
            (f64x2.mul (v128.load64_splat offset=8 (local.get $told)) (local.get $mean)))
          (f64x2.mul (v128.load64_splat offset=16 (local.get $told)) (local.get $spread))))
        (if (local.get $isRatio) (then
          (local.set $value (f64x2.div (local.get $value)
            (f64x2.add (f64x2.mul (v128.load64_splat offset=24 (local.get $told)) (local.get $mean))
              (f64x2.mul (v128.load64_splat offset=32 (local.get $told)) (local.get $spread)))))))
        (local.set $value (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
        (v128.store (local.get $out)
          (v128.andnot (local.get $value) (f64x2.lt (local.get $value) (v128.load64_splat offset=40 (local.get $told)))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (if (i64.eqz (i64x2.extract_lane 1 (local.get $ok))) (then (return (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (local.set $place (i32.add (local.get $place) (i32.const 32)))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (br_if $eachTwo (i32.lt_u (local.get $at) (local.get $end))))
      (br_if $eachStretch (i32.lt_u (local.get $at) (local.get $stop))))
    (select (local.get $stop) (local.get $at) (i32.gt_u (local.get $at) (local.get $stop))))

  ;; Passes of whole functions. A vector has a high and the low turned round, of which the larger is the lower: so what is the
  ;; highest of one is the lowest of the other, and one comparison tells both. No price is a zero below 0; of two of which the
  ;; second is unknown pmax gives the first.

  ;; How far each bar's high and the close before lie above its low and that, in the place of the highs from $high on, which is
  ;; that of the second bar, as $low is; $close is that of the first.
  (func (export "trueRange") (param $high i32) (param $low i32) (param $close i32) (param $stop i32) (param $out i32)
    (local $before v128) (local $highs v128) (local $lows v128)
    (loop $eachTwo
      (local.set $before (v128.load (local.get $close)))
      (local.set $highs (v128.load (local.get $high)))
      (local.set $lows (v128.load (local.get $low)))
      (v128.store (local.get $out)
        (v128.or (v128.or (f64x2.ne (local.get $highs) (local.get $highs)) (f64x2.ne (local.get $lows) (local.get $lows)))
          (f64x2.sub (f64x2.pmax (local.get $before) (local.get $highs)) (f64x2.pmin (local.get $before) (local.get $lows)))))
      (local.set $low (i32.add (local.get $low) (i32.const 16)))
      (local.set $close (i32.add (local.get $close) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $eachTwo
        (i32.lt_u (local.tee $high (i32.add (local.get $high) (i32.const 16))) (local.get $stop)))))

  ;; Wilder's directional movement: plusDI and minusDI, which may be in the place of the highs and lows.
  (func (export "directions") (param $high i32) (param $low i32) (param $close i32) (param $stop i32) (param $n i32)
    (param $plus i32) (param $minus i32)
    (local $first i32) (local $turn v128) (local $point v128) (local $before v128) (local $last v128) (local $moves v128)
    (local $sums v128) (local $rests v128) (local $range f64) (local $rest f64)
    (local.set $turn (v128.const f64x2 1 -1))
    (local.set $first (i32.add (local.get $high) (i32.shl (local.get $n) (i32.const 3))))
    (local.set $rest (f64.const 1))
    (local.set $rests (v128.const f64x2 1 1))
    (local.set $before (f64x2.mul (local.get $turn) (v128.load64_lane 1 (local.get $low) (v128.load64_zero (local.get $high)))))
    (local.set $last (f64x2.mul (local.get $turn) (v128.load64_splat (local.get $close))))
    (f64.store (local.get $plus) (f64.const nan))
    (f64.store (local.get $minus) (f64.const nan))
    (block $end
      (loop $eachBar
        (local.set $high (i32.add (local.get $high) (i32.const 8)))
        (local.set $low (i32.add (local.get $low) (i32.const 8)))
        (local.set $close (i32.add (local.get $close) (i32.const 8)))
        (local.set $plus (i32.add (local.get $plus) (i32.const 8)))
        (local.set $minus (i32.add (local.get $minus) (i32.const 8)))
        (br_if $end (i32.ge_u (local.get $high) (local.get $stop)))
        (local.set $point
          (f64x2.mul (local.get $turn) (v128.load64_lane 1 (local.get $low) (v128.load64_zero (local.get $high)))))
        (local.set $moves (f64x2.sub (local.get $point) (local.get $before)))
        (local.set $before (local.get $point))
        (local.set $point
          (v128.or (f64x2.ne (local.get $point) (local.get $point)) (f64x2.pmax (local.get $last) (local.get $point))))
        (local.set $last (f64x2.mul (local.get $turn) (v128.load64_splat (local.get $close))))
        (local.set $range (f64.add (f64.mul (local.get $range) (local.get $rest))
          (f64.add (f64x2.extract_lane 0 (local.get $point)) (f64x2.extract_lane 1 (local.get $point)))))
        (local.set $sums (f64x2.add (f64x2.mul (local.get $sums) (local.get $rests))
          (f64x2.mul
            (v128.and (v128.const f64x2 1 1) (f64x2.gt (local.get $moves)
              (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $moves) (local.get $moves))))
            (f64x2.mul (v128.const f64x2 0.5 0.5) (f64x2.add (local.get $moves) (f64x2.abs (local.get $moves)))))))
        (if (i32.lt_u (local.get $high) (local.get $first))
          (then
            (f64.store (local.get $plus) (f64.const nan))
            (f64.store (local.get $minus) (f64.const nan)))
          (else
            (if (i32.eq (local.get $high) (local.get $first)) (then ;; the first n are summed
              (local.set $rest (f64.sub (f64.const 1) (f64.div (f64.const 1) (f64.convert_i32_u (local.get $n)))))
              (local.set $rests (f64x2.splat (local.get $rest)))))
            (local.set $point
              (f64x2.mul (local.get $sums) (f64x2.splat (f64.div (f64.const 100) (local.get $range)))))
            (local.set $point
              (f64x2.add (local.get $point) (f64x2.sub (local.get $point) (local.get $point))))
            (v128.store64_lane 0 (local.get $plus) (local.get $point))
            (v128.store64_lane 1 (local.get $minus) (local.get $point))))
        (br $eachBar))))

  ;; The line that follows the average true range; it may be in the place of that.
  (func (export "supertrend")
    (param $high i32) (param $low i32) (param $close i32) (param $atr i32) (param $stop i32) (param $k f64) (param $out i32)
    (local $turn v128) (local $last v128) (local $own v128) (local $bands v128) (local $new v128) (local $sides i32) (local $isUpper i32)
    (local $reach f64) (local $middle f64)
    (local.set $turn (v128.const f64x2 1 -1))
    (local.set $last (v128.const f64x2 nan nan))
    (local.set $bands (v128.const f64x2 nan nan))
    (local.set $isUpper (i32.const 1))
    (loop $eachBar
      (local.set $own (f64x2.mul (local.get $turn) (v128.load64_splat (local.get $close))))
      (local.set $reach (f64.mul (local.get $k) (f64.load (local.get $atr))))
      (if (f64.eq (local.get $reach) (local.get $reach))
        (then
          (local.set $middle
            (f64.mul (f64.const 0.5) (f64.add (f64.load (local.get $high)) (f64.load (local.get $low)))))
          (local.set $new (f64x2.replace_lane 1 (f64x2.splat (f64.add (local.get $middle) (local.get $reach)))
            (f64.sub (local.get $reach) (local.get $middle))))
          (if (f64.ne (f64x2.extract_lane 0 (local.get $bands)) (f64x2.extract_lane 0 (local.get $bands)))
            (then (local.set $bands (local.get $new)))
            (else
              (local.set $bands (v128.bitselect (local.get $new) (f64x2.pmin (local.get $bands) (local.get $new))
                (f64x2.gt (local.get $last) (local.get $bands))))
              (local.set $sides (i64x2.bitmask (f64x2.gt (local.get $own) (local.get $bands))))
              (local.set $isUpper (select
                (i32.xor (i32.and (local.get $sides) (i32.const 1)) (i32.const 1))
                (i32.shr_u (local.get $sides) (i32.const 1))
                (local.get $isUpper)))))
          (local.set $new (f64x2.mul (local.get $turn) (local.get $bands)))
          (local.set $new (f64x2.add (local.get $new) (f64x2.sub (local.get $new) (local.get $new))))
          (if (local.get $isUpper)
            (then (v128.store64_lane 0 (local.get $out) (local.get $new)))
            (else (v128.store64_lane 1 (local.get $out) (local.get $new)))))
        (else (f64.store (local.get $out) (f64.const nan))))
      (local.set $last (local.get $own))
      (local.set $low (i32.add (local.get $low) (i32.const 8)))
      (local.set $close (i32.add (local.get $close) (i32.const 8)))
      (local.set $atr (i32.add (local.get $atr) (i32.const 8)))
      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (br_if $eachBar
        (i32.lt_u (local.tee $high (i32.add (local.get $high) (i32.const 8))) (local.get $stop)))))

  ;; The mean of high, low and close.
  (func (export "typical") (param $high i32) (param $low i32) (param $close i32) (param $stop i32) (param $out i32)
    (local $value v128)
    (loop $eachTwo
      (local.set $value (f64x2.div
        (f64x2.add (f64x2.add (v128.load (local.get $high)) (v128.load (local.get $low))) (v128.load (local.get $close)))
        (v128.const f64x2 3 3)))
      (v128.store (local.get $out)
        (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
      (local.set $low (i32.add (local.get $low) (i32.const 16)))
      (local.set $close (i32.add (local.get $close) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $eachTwo
        (i32.lt_u (local.tee $high (i32.add (local.get $high) (i32.const 16))) (local.get $stop)))))

  ;; The change since the bar before, as a share.
  (func (export "returns") (param $at i32) (param $stop i32) (param $out i32)
    (local $value v128)
    (loop $eachTwo
      (local.set $value (f64x2.sub
        (f64x2.div (v128.load (local.get $at)) (v128.load (i32.sub (local.get $at) (i32.const 8))))
        (v128.const f64x2 1 1)))
      (v128.store (local.get $out)
        (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $eachTwo
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $stop)))))

  ;; The change since $back bytes before in percent, unknown where the value there is not above 0.
  (func (export "growth") (param $at i32) (param $stop i32) (param $back i32) (param $out i32)
    (local $before v128) (local $value v128)
    (loop $eachTwo
      (local.set $before (v128.load (i32.sub (local.get $at) (local.get $back))))
      (local.set $value (f64x2.mul (v128.const f64x2 100 100)
        (f64x2.sub (f64x2.div (v128.load (local.get $at)) (local.get $before)) (v128.const f64x2 1 1))))
      (local.set $value (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value))))
      (v128.store (local.get $out)
        (v128.or (local.get $value) (v128.not (f64x2.gt (local.get $before) (v128.const f64x2 0 0)))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $eachTwo
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $stop)))))

  (func $apart (param $n i32) (param $sum v128) (param $value v128) (param $mean v128) (result v128)
    (local $usual v128)
    (local.set $usual (f64x2.div (local.get $sum) (f64x2.splat (f64.convert_i32_u (local.get $n)))))
    (local.set $usual (f64x2.add (local.get $usual) (f64x2.sub (local.get $usual) (local.get $usual))))
    (local.set $value
      (f64x2.div (f64x2.sub (local.get $value) (local.get $mean))
        (f64x2.mul (local.get $usual) (v128.const f64x2 0.015 0.015))))
    (v128.or
      (f64x2.add (local.get $value) (f64x2.sub (local.get $value) (local.get $value)))
      (f64x2.lt (local.get $usual) (f64x2.mul (f64x2.abs (local.get $mean)) (v128.const f64x2 1e-9 1e-9))))))
