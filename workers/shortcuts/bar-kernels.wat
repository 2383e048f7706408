;; A loop over every bar of a member, two at a time, where JavaScript takes one. `npm run kernels` makes bar-kernels.wasm.ts of this file.
;;
;; Addresses are bytes. A bar is a double of 8 bytes. The loop runs at least once.
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
    (local.get $times)))
