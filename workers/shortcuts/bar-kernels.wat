;; Loops over every bar of a member, two at a time, or its words, four at a time, where JavaScript takes one. `npm run kernels` makes bar-kernels.wasm.ts of this file.
;;
;; Addresses are bytes. A bar is a double of 8 bytes. Every loop runs at least once.
(module
  (import "kernels" "memory" (memory 1))

  ;; Adds close x times of the bars of consecutive sessions to their sums, from $sum up to $stop. Where $reset, a list of
  ;; addresses behind sums, says so, times is 1 / the close of the bar before from then on. Gives the last of these. Two bars
  ;; at a time; where a stretch has one left over, the first of the next one, or nothing at the stop, goes with it.
  (func (export "addGrowth")
    (param $close i32) (param $sum i32) (param $stop i32) (param $reset i32) (param $times f64) (result f64)
    (local $by v128) (local $end i32) (local $pairs i32) (local $next f64)
    (loop $eachStretch
      (local.set $by (f64x2.splat (local.get $times)))
      (local.set $end (i32.load (local.get $reset)))
      (if (i32.gt_u (local.get $end) (local.get $stop)) (then (local.set $end (local.get $stop))))
      (local.set $pairs (i32.sub (local.get $end) (i32.const 8)))
      (block $noPair
        (br_if $noPair (i32.ge_s (local.get $sum) (local.get $pairs)))
        (loop $eachPair
          (v128.store (local.get $sum)
            (f64x2.add (v128.load (local.get $sum)) (f64x2.mul (v128.load (local.get $close)) (local.get $by))))
          (local.set $close (i32.add (local.get $close) (i32.const 16)))
          (br_if $eachPair
            (i32.lt_s (local.tee $sum (i32.add (local.get $sum) (i32.const 16))) (local.get $pairs)))))
      (local.set $next (local.get $times))
      (if (i32.eq (local.get $end) (i32.load (local.get $reset)))
        (then
          (local.set $next
            (f64.div (f64.const 1) (f64.load (i32.add (local.get $close) (i32.sub (local.get $pairs) (local.get $sum))))))
          (local.set $reset (i32.add (local.get $reset) (i32.const 4)))))
      (if (i32.eq (local.get $sum) (local.get $pairs))
        (then
          (local.set $by (f64x2.replace_lane 1 (local.get $by)
            (select (f64.const 0) (local.get $next) (i32.eq (local.get $end) (local.get $stop)))))
          (v128.store (local.get $sum)
            (f64x2.add (v128.load (local.get $sum)) (f64x2.mul (v128.load (local.get $close)) (local.get $by))))
          (local.set $close (i32.add (local.get $close) (i32.const 16)))
          (local.set $sum (i32.add (local.get $sum) (i32.const 16)))))
      (local.set $times (local.get $next))
      ;; the last bar of all may be a reset that the bar before, one too, has taken with it
      (br_if $eachStretch (i32.or
        (i32.lt_u (local.get $sum) (local.get $stop))
        (i32.and
          (i32.eq (local.get $sum) (local.get $stop))
          (i32.eq (local.get $sum) (i32.load (local.get $reset)))))))
    (local.get $times))

  ;; Bounds of gains, four words at a time: the higher of two bounds by the lower of two others, a little more than that, no
  ;; less than 2^-126, and infinity where the lower is not above 0. Each of the two is $mostStep, or $leastStep, behind the other. Writes up to
  ;; three bounds too many.
  (func (export "highestGains")
    (param $most i32) (param $mostStep i32) (param $least i32) (param $leastStep i32) (param $into i32) (param $words i32)
    (local $stop i32) (local $before v128)
    (local.set $stop (i32.add (local.get $into) (i32.mul (local.get $words) (i32.const 4))))
    (loop $eachFour
      (local.set $before
        (f32x4.min (v128.load (local.get $least)) (v128.load (i32.add (local.get $least) (local.get $leastStep)))))
      (v128.store (local.get $into)
        (v128.bitselect
          (f32x4.max
            (f32x4.mul
              (f32x4.div
                (f32x4.max (v128.load (local.get $most)) (v128.load (i32.add (local.get $most) (local.get $mostStep))))
                (local.get $before))
              (v128.const f32x4 1.000001 1.000001 1.000001 1.000001))
            (v128.const f32x4 0x1p-126 0x1p-126 0x1p-126 0x1p-126))
          (v128.const f32x4 inf inf inf inf)
          (f32x4.gt (local.get $before) (v128.const f32x4 0 0 0 0))))
      (local.set $most (i32.add (local.get $most) (i32.const 16)))
      (local.set $least (i32.add (local.get $least) (i32.const 16)))
      (br_if $eachFour
        (i32.lt_u (local.tee $into (i32.add (local.get $into) (i32.const 16))) (local.get $stop)))))

  ;; Bounds of words, four at a time: the lowest of so many bounds, and the highest of as many others, one behind the other.
  ;; Writes up to three bounds too many of either kind.
  (func (export "boundWords")
    (param $least i32) (param $most i32) (param $count i32) (param $leastInto i32) (param $mostInto i32) (param $words i32)
    (local $stop i32) (local $at i32) (local $end i32) (local $low v128) (local $high v128)
    (local.set $stop (i32.add (local.get $least) (i32.mul (local.get $words) (i32.const 4))))
    (local.set $end (i32.mul (local.get $count) (i32.const 4)))
    (loop $eachFour
      (local.set $low (v128.load (local.get $least)))
      (local.set $high (v128.load (local.get $most)))
      (local.set $at (i32.const 0))
      (loop $eachBound
        (local.set $low
          (f32x4.min (local.get $low) (v128.load (i32.add (local.get $least) (local.get $at)))))
        (local.set $high
          (f32x4.max (local.get $high) (v128.load (i32.add (local.get $most) (local.get $at)))))
        (br_if $eachBound
          (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (local.get $end))))
      (v128.store (local.get $leastInto) (local.get $low))
      (v128.store (local.get $mostInto) (local.get $high))
      (local.set $leastInto (i32.add (local.get $leastInto) (i32.const 16)))
      (local.set $mostInto (i32.add (local.get $mostInto) (i32.const 16)))
      (local.set $most (i32.add (local.get $most) (i32.const 16)))
      (br_if $eachFour
        (i32.lt_u (local.tee $least (i32.add (local.get $least) (i32.const 16))) (local.get $stop))))))
