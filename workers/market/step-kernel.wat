;; Closes in steps back as doubles, eight bars at a time. `npm run kernels` makes step-kernel.wasm.ts of this file.
;;
;; Addresses are bytes. A step is an i16, a block 64 bars.
(module
  (import "kernels" "memory" (memory 1))

  ;; Each bar's number is `before` plus all steps up to its own, its figure number x high + number x low, as in
  ;; exact-quotient.ts. Writes the figures, and the number of each block's first bar to $marks. At least one block.
  (func (export "unpackSteps")
    (param $steps i32) (param $blocks i32) (param $before i32) (param $highTerm f64) (param $lowTerm f64)
    (param $figures i32) (param $marks i32)
    (local $stop i32) (local $timesHigh v128) (local $timesLow v128) (local $number v128) (local $carry v128) (local $eight v128) (local $low v128) (local $high v128)
    (local.set $timesHigh (f64x2.splat (local.get $highTerm)))
    (local.set $timesLow (f64x2.splat (local.get $lowTerm)))
    (local.set $carry (i32x4.splat (local.get $before)))
    (loop $eachBlock
      (i32.store (local.get $marks)
        (i32.add (i32x4.extract_lane 0 (local.get $carry)) (i32.load16_s (local.get $steps))))
      (local.set $marks (i32.add (local.get $marks) (i32.const 4)))
      (local.set $stop (i32.add (local.get $steps) (i32.const 128)))
      (loop $eachEight
        (local.set $eight (v128.load (local.get $steps)))
        ;; sums of two neighbours, then of four
        (local.set $low (i32x4.extend_low_i16x8_s (local.get $eight)))
        (local.set $low (i32x4.add (local.get $low)
          (i8x16.shuffle 16 17 18 19 0 1 2 3 4 5 6 7 8 9 10 11 (local.get $low) (v128.const i32x4 0 0 0 0))))
        (local.set $low (i32x4.add (local.get $low)
          (i8x16.shuffle 16 17 18 19 20 21 22 23 0 1 2 3 4 5 6 7 (local.get $low) (v128.const i32x4 0 0 0 0))))
        (local.set $high (i32x4.extend_high_i16x8_s (local.get $eight)))
        (local.set $high (i32x4.add (local.get $high)
          (i8x16.shuffle 16 17 18 19 0 1 2 3 4 5 6 7 8 9 10 11 (local.get $high) (v128.const i32x4 0 0 0 0))))
        (local.set $high (i32x4.add (local.get $high)
          (i8x16.shuffle 16 17 18 19 20 21 22 23 0 1 2 3 4 5 6 7 (local.get $high) (v128.const i32x4 0 0 0 0))))
        ;; those of the second four, and the numbers
        (local.set $high (i32x4.add (local.get $high)
          (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15 (local.get $low) (local.get $low))))
        (local.set $low (i32x4.add (local.get $low) (local.get $carry)))
        (local.set $high (i32x4.add (local.get $high) (local.get $carry)))
        (local.set $carry (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15 (local.get $high) (local.get $high)))
        (v128.store (local.get $figures)
          (f64x2.add
            (f64x2.mul
              (local.tee $number (f64x2.convert_low_i32x4_s (local.get $low)))
              (local.get $timesHigh))
            (f64x2.mul (local.get $number) (local.get $timesLow))))
        (v128.store offset=16 (local.get $figures)
          (f64x2.add
            (f64x2.mul
              (local.tee $number (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $low) (local.get $low))))
              (local.get $timesHigh))
            (f64x2.mul (local.get $number) (local.get $timesLow))))
        (v128.store offset=32 (local.get $figures)
          (f64x2.add
            (f64x2.mul
              (local.tee $number (f64x2.convert_low_i32x4_s (local.get $high)))
              (local.get $timesHigh))
            (f64x2.mul (local.get $number) (local.get $timesLow))))
        (v128.store offset=48 (local.get $figures)
          (f64x2.add
            (f64x2.mul
              (local.tee $number (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $high) (local.get $high))))
              (local.get $timesHigh))
            (f64x2.mul (local.get $number) (local.get $timesLow))))
        (local.set $figures (i32.add (local.get $figures) (i32.const 64)))
        (br_if $eachEight
          (i32.lt_u (local.tee $steps (i32.add (local.get $steps) (i32.const 16))) (local.get $stop))))
      (br_if $eachBlock (local.tee $blocks (i32.sub (local.get $blocks) (i32.const 1)))))))
