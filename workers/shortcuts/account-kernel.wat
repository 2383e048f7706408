;; The account of one of many variants: sells, buys and marks, from one session up to the next at whose close something is
;; decided. The same sums in the same order as simulate.ts. `npm run kernels` makes account-kernel.wasm.ts of this file.
;;
;; Addresses are bytes, sessions those of the calendar; a session that never comes is 0x3fffffff. Numbers before the colons are offsets.
;;
;; A run, which sweep-memory.ts knows, too:
;;   doubles     0: cash   8: what a slot has   16: cost of a share as a factor of its price   24: what a sale brings likewise
;;               32: commission rate   40: money that counts for nothing
;;   counts      48: positions   52: of them with a sell pending   56: orders   60: candidates that are held   64: trades   68: wins
;;               72: orders without a bar   76: without a slot   80: without cash   84: positions that were sold in the word
;;   settings    88: most positions   92: whether shares are whole   96: shortest hold   100: the number of the run
;;   the word    104: members that are candidates
;;   addresses   108: the list of its trades' pages   112: its slots in the order of their members, then those that are free
;;               116: the first slot that is sold on each session, or none   120: how many sells are decided on each, in two bytes
;;               124: equity of session 0   128: bits of the members held   132: members that were ordered
;; A slot, 64 bytes, which sweep-memory.ts knows, too:
;;   doubles     0: quantity   8: fill of the entry   16: of the exit
;;   wholes      24: address of its member's closes   28: session that decides its exit   32: that fills it
;;               36: its rank among those of one session   40: member   44: session from which on it is held
;;               48: address of the slot that is sold after it, or none
;; A trade, 32 bytes, which trade-book.ts writes:
;;   wholes      0: the shortest hold that it is of, and 1 more; none where it isn't there   4: session that decides its exit
;;               8: that fills it, -1 where there was no bar to enter on   12: none for an exit for want of data, else 2^30
;;   doubles     16: fill of the entry   24: of the exit
;; None is 0.
(module
  (import "sweep" "memory" (memory 1))
  ;; Writes the trade that a run, by its number, enters in a member on a session. Gives its address.
  (import "sweep" "book" (func $book (param i32 i32 i32) (result i32)))
  ;; Closes by member and session, and the bytes of a member's.
  (import "sweep" "closes" (global $closes i32))
  (import "sweep" "closesBytes" (global $closesBytes i32))
  ;; Numbers of trades by session and member, 0 for none.
  (import "sweep" "entries" (global $entries i32))
  (import "sweep" "members" (global $members i32))
  ;; The word's candidates: the sessions of each member as bits, how many there are on each session, and which members.
  (import "sweep" "bits" (global $bits i32))
  (import "sweep" "counts" (global $counts i32))
  (import "sweep" "listed" (global $listed i32))
  ;; Positions sold in the word: member, and the sessions from which and up to which it was held.
  (import "sweep" "sold" (global $sold i32))

  ;; Goes on from a session. Gives the last one up to whose close neither positions nor orders change, before $stop.
  (func (export "step") (param $run i32) (param $session i32) (param $stop i32) (result i32)
    (local $last i32) (local $isFree i32) (local $exits i32) (local $decided i32)
    (local.set $exits (i32.add (i32.load offset=116 (local.get $run)) (i32.shl (local.get $session) (i32.const 2))))
    (local.set $decided (i32.add (i32.load offset=120 (local.get $run)) (i32.shl (local.get $session) (i32.const 1))))
    (if (i32.load (local.get $exits))
      (then (call $sell (local.get $run) (local.get $session) (i32.load (local.get $exits)))))
    (if (i32.load offset=56 (local.get $run)) (then (call $fill (local.get $run) (local.get $session))))
    (local.set $last (local.get $session))
    (local.set $isFree (i32.gt_s
      (i32.add
        (i32.sub (i32.load offset=88 (local.get $run)) (i32.load offset=48 (local.get $run)))
        (i32.load offset=52 (local.get $run)))
      (i32.const 0)))
    (block $isAlone
      ;; there surely is a candidate that is not held
      (br_if $isAlone (i32.and (local.get $isFree) (i32.gt_s
        (i32.load (i32.add (global.get $counts) (i32.shl (i32.and (local.get $session) (i32.const 31)) (i32.const 2))))
        (i32.load offset=48 (local.get $run)))))
      (loop $on
        (br_if $isAlone (i32.eq (i32.add (local.get $last) (i32.const 1)) (local.get $stop)))
        (local.set $exits (i32.add (local.get $exits) (i32.const 4)))
        (if (i32.eqz (i32.or (i32.load16_u (local.get $decided)) (i32.load (local.get $exits))))
          (then
            (local.set $last (i32.add (local.get $last) (i32.const 1)))
            (local.set $decided (i32.add (local.get $decided) (i32.const 2)))
            (br $on)))))
    (if (i32.and (local.get $isFree) (i32.gt_s (local.get $last) (local.get $session)))
      (then (local.set $last (call $firstChance (local.get $run) (local.get $session) (local.get $last)))))
    (if (i32.eq (local.get $last) (local.get $session))
      (then (call $mark (local.get $run) (local.get $session)))
      (else (call $markAll (local.get $run) (local.get $session) (local.get $last))))
    (i32.store offset=52 (local.get $run) (i32.add (i32.load offset=52 (local.get $run))
      (i32.load16_u (i32.add (i32.load offset=120 (local.get $run)) (i32.shl (local.get $last) (i32.const 1))))))
    (local.get $last))

  ;; Sells the slot, and those that follow it, and frees them.
  (func $sell (param $run i32) (param $session i32) (param $first i32)
    (local $slot i32) (local $cash f64) (local $quantity f64) (local $entry f64) (local $exit f64) (local $note i32)
    (local.set $slot (local.get $first))
    (local.set $cash (f64.load (local.get $run)))
    (local.set $note (i32.add (global.get $sold) (i32.mul (i32.load offset=84 (local.get $run)) (i32.const 12))))
    (loop $eachSlot
      (local.set $quantity (f64.load (local.get $slot)))
      (local.set $entry (f64.load offset=8 (local.get $slot)))
      (local.set $exit (f64.load offset=16 (local.get $slot)))
      (local.set $cash (f64.add (local.get $cash)
        (f64.mul (local.get $quantity) (f64.mul (local.get $exit) (f64.load offset=24 (local.get $run))))))
      (i32.store offset=64 (local.get $run) (i32.add (i32.load offset=64 (local.get $run)) (i32.const 1)))
      ;; isWon of tradeProfit: a profit after commissions of more than 1e-9 of what was bought
      (i32.store offset=68 (local.get $run) (i32.add (i32.load offset=68 (local.get $run))
        (f64.gt
          (f64.sub
            (f64.mul (local.get $quantity) (f64.sub (local.get $exit) (local.get $entry)))
            (f64.mul (f64.mul (f64.load offset=32 (local.get $run)) (local.get $quantity))
              (f64.add (local.get $entry) (local.get $exit))))
          (f64.mul (f64.mul (f64.const 1e-9) (local.get $quantity)) (local.get $entry)))))
      (i32.store offset=52 (local.get $run) (i32.sub (i32.load offset=52 (local.get $run))
        (i32.ne (i32.load offset=28 (local.get $slot)) (i32.const 0x3fffffff))))
      (i32.store offset=84 (local.get $run) (i32.add (i32.load offset=84 (local.get $run)) (i32.const 1)))
      (i32.store (local.get $note) (i32.load offset=40 (local.get $slot)))
      (i32.store offset=4 (local.get $note) (i32.load offset=44 (local.get $slot)))
      (i32.store offset=8 (local.get $note) (local.get $session))
      (local.set $note (i32.add (local.get $note) (i32.const 12)))
      (br_if $eachSlot (local.tee $slot (i32.load offset=48 (local.get $slot)))))
    (f64.store (local.get $run) (local.get $cash))
    (call $free (local.get $run) (local.get $session) (local.get $first)))

  ;; Frees the slot, and those that are sold after it: what is kept moves up, and they follow it.
  (func $free (param $run i32) (param $session i32) (param $sold i32)
    (local $at i32) (local $kept i32) (local $stop i32) (local $slot i32) (local $bits i32)
    (local.set $at (i32.load offset=112 (local.get $run)))
    (local.set $kept (local.get $at))
    (local.set $stop (i32.add (local.get $at) (i32.shl (i32.load offset=48 (local.get $run)) (i32.const 2))))
    (loop $eachSlot
      (local.set $slot (i32.load (local.get $at)))
      (i32.store (local.get $kept) (local.get $slot))
      (local.set $kept (i32.add (local.get $kept)
        (i32.shl (i32.ne (i32.load offset=32 (local.get $slot)) (local.get $session)) (i32.const 2))))
      (br_if $eachSlot
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (local.get $stop))))
    (i32.store offset=48 (local.get $run)
      (i32.shr_u (i32.sub (local.get $kept) (i32.load offset=112 (local.get $run))) (i32.const 2)))
    (loop $eachSold
      (i32.store (local.get $kept) (local.get $sold))
      (local.set $kept (i32.add (local.get $kept) (i32.const 4)))
      (local.set $bits (call $heldAt (local.get $run) (i32.load offset=40 (local.get $sold))))
      (i32.store (local.get $bits)
        (i32.and (i32.load (local.get $bits)) (i32.rotl (i32.const -2) (i32.load offset=40 (local.get $sold)))))
      (br_if $eachSold (local.tee $sold (i32.load offset=48 (local.get $sold))))))

  ;; The word that has the member's bit of those held.
  (func $heldAt (param $run i32) (param $member i32) (result i32)
    (i32.add (i32.load offset=128 (local.get $run))
      (i32.shl (i32.shr_u (local.get $member) (i32.const 5)) (i32.const 2))))

  ;; Fills the orders, as long as there are slots and cash: affordableQuantity of model/forgive.ts.
  (func $fill (param $run i32) (param $session i32)
    (local $order i32) (local $stop i32) (local $member i32) (local $trade i32)
    (local $cash f64) (local $cost f64) (local $quantity f64)
    (local.set $order (i32.load offset=132 (local.get $run)))
    (local.set $stop (i32.add (local.get $order) (i32.shl (i32.load offset=56 (local.get $run)) (i32.const 2))))
    (i32.store offset=56 (local.get $run) (i32.const 0))
    (local.set $cash (f64.load (local.get $run)))
    (loop $eachOrder
      (block $isDone
        (local.set $member (i32.load (local.get $order)))
        (local.set $trade (call $tradeOn (local.get $run) (local.get $member) (local.get $session)))
        (if (i32.lt_s (i32.load offset=8 (local.get $trade)) (i32.const 0))
          (then
            (i32.store offset=72 (local.get $run) (i32.add (i32.load offset=72 (local.get $run)) (i32.const 1)))
            (br $isDone)))
        (if (i32.ge_s (i32.load offset=48 (local.get $run)) (i32.load offset=88 (local.get $run)))
          (then
            (i32.store offset=76 (local.get $run) (i32.add (i32.load offset=76 (local.get $run)) (i32.const 1)))
            (br $isDone)))
        (local.set $cost (f64.mul (f64.load offset=16 (local.get $trade)) (f64.load offset=16 (local.get $run))))
        (local.set $quantity
          (f64.div (f64.min (f64.load offset=8 (local.get $run)) (local.get $cash)) (local.get $cost)))
        (if (i32.load offset=92 (local.get $run))
          (then (local.set $quantity (f64.floor (f64.add (local.get $quantity) (f64.const 1e-9))))))
        (loop $oneLess
          (if (i32.and
              (f64.lt
                (f64.sub (local.get $cash) (f64.mul (local.get $quantity) (local.get $cost)))
                (f64.neg (f64.load offset=40 (local.get $run))))
              (f64.lt (f64.sub (local.get $quantity) (f64.const 1)) (local.get $quantity)))
            (then
              (local.set $quantity (f64.sub (local.get $quantity) (f64.const 1)))
              (br $oneLess))))
        (if (f64.le (f64.mul (local.get $quantity) (local.get $cost)) (f64.load offset=40 (local.get $run)))
          (then
            (i32.store offset=80 (local.get $run) (i32.add (i32.load offset=80 (local.get $run)) (i32.const 1)))
            (br $isDone)))
        (local.set $cash (f64.sub (local.get $cash) (f64.mul (local.get $quantity) (local.get $cost))))
        (call $enter (local.get $run) (local.get $session) (local.get $member) (local.get $trade) (local.get $quantity)))
      (br_if $eachOrder
        (i32.lt_u (local.tee $order (i32.add (local.get $order) (i32.const 4))) (local.get $stop))))
    (f64.store (local.get $run) (local.get $cash)))

  ;; The address of a trade, by the shortest hold of the run: one that was held no longer, and not sold before, is sold as that one was.
  (func $tradeOn (param $run i32) (param $member i32) (param $session i32) (result i32)
    (local $entry i32) (local $page i32) (local $trade i32) (local $held i32) (local $hold i32)
    (block $isUnknown
      (local.set $entry (i32.load (i32.add (global.get $entries)
        (i32.shl (i32.add (i32.mul (local.get $session) (global.get $members)) (local.get $member)) (i32.const 2)))))
      (br_if $isUnknown (i32.eqz (local.get $entry)))
      (local.set $page (i32.load (i32.add (i32.load offset=108 (local.get $run))
        (i32.shl (i32.shr_u (local.get $entry) (i32.const 9)) (i32.const 2)))))
      (br_if $isUnknown (i32.eqz (local.get $page)))
      (local.set $trade (i32.add (local.get $page) (i32.shl (i32.and (local.get $entry) (i32.const 511)) (i32.const 5))))
      (local.set $held (i32.sub (i32.load (local.get $trade)) (i32.const 1)))
      (local.set $hold (i32.load offset=96 (local.get $run)))
      (if (i32.ne (local.get $held) (local.get $hold))
        (then
          (br_if $isUnknown (i32.lt_s (local.get $held) (i32.const 0)))
          (br_if $isUnknown (i32.gt_s (local.get $held) (local.get $hold)))
          (br_if $isUnknown (i32.lt_s (i32.load offset=4 (local.get $trade))
            (i32.sub (i32.add (local.get $session) (local.get $hold)) (i32.const 1))))))
      (return (local.get $trade)))
    (call $book (i32.load offset=100 (local.get $run)) (local.get $member) (local.get $session)))

  ;; The first free slot becomes a position.
  (func $enter (param $run i32) (param $session i32) (param $member i32) (param $trade i32) (param $quantity f64)
    (local $first i32) (local $at i32) (local $slot i32) (local $next i32) (local $place i32) (local $bits i32)
    (local.set $first (i32.load offset=112 (local.get $run)))
    (local.set $at (i32.add (local.get $first) (i32.shl (i32.load offset=48 (local.get $run)) (i32.const 2))))
    (local.set $slot (i32.load (local.get $at)))
    (i32.store offset=48 (local.get $run) (i32.add (i32.load offset=48 (local.get $run)) (i32.const 1)))
    (block $isPlaced
      (loop $back
        (br_if $isPlaced (i32.eq (local.get $at) (local.get $first)))
        (local.set $next (i32.load (i32.sub (local.get $at) (i32.const 4))))
        (br_if $isPlaced (i32.lt_s (i32.load offset=40 (local.get $next)) (local.get $member)))
        (i32.store (local.get $at) (local.get $next))
        (local.set $at (i32.sub (local.get $at) (i32.const 4)))
        (br $back)))
    (i32.store (local.get $at) (local.get $slot))
    (local.set $bits (call $heldAt (local.get $run) (local.get $member)))
    (i32.store (local.get $bits)
      (i32.or (i32.load (local.get $bits)) (i32.shl (i32.const 1) (local.get $member))))
    (f64.store (local.get $slot) (local.get $quantity))
    (f64.store offset=8 (local.get $slot) (f64.load offset=16 (local.get $trade)))
    (f64.store offset=16 (local.get $slot) (f64.load offset=24 (local.get $trade)))
    (i32.store offset=24 (local.get $slot)
      (i32.add (global.get $closes) (i32.mul (local.get $member) (global.get $closesBytes))))
    (i64.store offset=28 align=4 (local.get $slot) (i64.load offset=4 align=4 (local.get $trade)))
    (local.set $place (i32.or (local.get $member) (i32.load offset=12 (local.get $trade))))
    (i32.store offset=36 (local.get $slot) (local.get $place))
    (i32.store offset=40 (local.get $slot) (local.get $member))
    (i32.store offset=44 (local.get $slot) (local.get $session))
    (if (i32.ne (i32.load offset=4 (local.get $trade)) (i32.const 0x3fffffff))
      (then
        (local.set $at (i32.add (i32.load offset=120 (local.get $run))
          (i32.shl (i32.load offset=4 (local.get $trade)) (i32.const 1))))
        (i32.store16 (local.get $at) (i32.add (i32.load16_u (local.get $at)) (i32.const 1)))))
    (if (i32.eq (i32.load offset=8 (local.get $trade)) (i32.const 0x3fffffff)) (then (return)))
    ;; among those that are sold on one session: $at is where the address of the next one stands
    (local.set $at (i32.add (i32.load offset=116 (local.get $run))
      (i32.shl (i32.load offset=8 (local.get $trade)) (i32.const 2))))
    (block $isFound
      (loop $on
        (br_if $isFound (i32.eqz (local.tee $next (i32.load (local.get $at)))))
        (br_if $isFound (i32.gt_s (i32.load offset=36 (local.get $next)) (local.get $place)))
        (local.set $at (i32.add (local.get $next) (i32.const 48)))
        (br $on)))
    (i32.store offset=48 (local.get $slot) (local.get $next))
    (i32.store (local.get $at) (local.get $slot)))

  ;; The first session, from this one up to $last, with a candidate that is not held; $last where there is none.
  (func $firstChance (param $run i32) (param $session i32) (param $last i32) (result i32)
    (local $at i32) (local $stop i32) (local $member i32) (local $chances i32) (local $first i32)
    (local.set $at (global.get $listed))
    (local.set $stop (i32.add (local.get $at) (i32.shl (i32.load offset=104 (local.get $run)) (i32.const 2))))
    (block $isThrough
      (loop $eachMember
        (br_if $isThrough (i32.eq (local.get $at) (local.get $stop)))
        (local.set $member (i32.load (local.get $at)))
        (if (i32.eqz (i32.and (i32.const 1)
            (i32.shr_u (i32.load (call $heldAt (local.get $run) (local.get $member))) (local.get $member))))
          (then (local.set $chances (i32.or (local.get $chances)
            (i32.load (i32.add (global.get $bits) (i32.shl (local.get $member) (i32.const 2))))))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $eachMember)))
    (local.set $chances (i32.and (local.get $chances) (i32.shl (i32.const -1) (local.get $session))))
    (if (i32.eqz (local.get $chances)) (then (return (local.get $last))))
    (local.set $first (i32.or (i32.and (local.get $session) (i32.const -32)) (i32.ctz (local.get $chances))))
    (select (local.get $first) (local.get $last) (i32.lt_s (local.get $first) (local.get $last))))

  ;; Equity at the close of a session, and how many of the positions are candidates.
  (func $mark (param $run i32) (param $session i32)
    (local $at i32) (local $stop i32) (local $slot i32) (local $equity f64) (local $held i32) (local $close i32)
    (local.set $equity (f64.load (local.get $run)))
    (local.set $close (i32.shl (local.get $session) (i32.const 3)))
    (local.set $at (i32.load offset=112 (local.get $run)))
    (local.set $stop (i32.add (local.get $at) (i32.shl (i32.load offset=48 (local.get $run)) (i32.const 2))))
    (block $isThrough
      (loop $eachSlot
        (br_if $isThrough (i32.eq (local.get $at) (local.get $stop)))
        (local.set $slot (i32.load (local.get $at)))
        (local.set $equity (f64.add (local.get $equity) (f64.mul (f64.load (local.get $slot))
          (f64.load (i32.add (i32.load offset=24 (local.get $slot)) (local.get $close))))))
        (local.set $held (i32.add (local.get $held) (i32.and (i32.const 1)
          (i32.shr_u
            (i32.load (i32.add (global.get $bits) (i32.shl (i32.load offset=40 (local.get $slot)) (i32.const 2))))
            (local.get $session)))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $eachSlot)))
    (f64.store (i32.add (i32.load offset=124 (local.get $run)) (local.get $close)) (local.get $equity))
    (i32.store offset=60 (local.get $run) (local.get $held)))

  ;; Equity at the closes of sessions on which positions are the same: four sums side by side, each in the order of the positions.
  (func $markAll (param $run i32) (param $session i32) (param $last i32)
    (local $first i32) (local $at i32) (local $stop i32) (local $slot i32) (local $close i32) (local $out i32)
    (local $a v128) (local $b v128) (local $shares v128)
    (local.set $first (i32.load offset=112 (local.get $run)))
    (local.set $stop (i32.add (local.get $first) (i32.shl (i32.load offset=48 (local.get $run)) (i32.const 2))))
    (loop $eachFour
      (local.set $a (f64x2.splat (f64.load (local.get $run))))
      (local.set $b (local.get $a))
      (local.set $at (local.get $first))
      (local.set $close (i32.shl (local.get $session) (i32.const 3)))
      (block $isThrough
        (loop $eachSlot
          (br_if $isThrough (i32.eq (local.get $at) (local.get $stop)))
          (local.set $slot (i32.load (local.get $at)))
          (local.set $shares (v128.load64_splat (local.get $slot)))
          (local.set $slot (i32.add (i32.load offset=24 (local.get $slot)) (local.get $close)))
          (local.set $a (f64x2.add (local.get $a) (f64x2.mul (local.get $shares) (v128.load (local.get $slot)))))
          (local.set $b (f64x2.add (local.get $b) (f64x2.mul (local.get $shares) (v128.load offset=16 (local.get $slot)))))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br $eachSlot)))
      (local.set $out (i32.add (i32.load offset=124 (local.get $run)) (local.get $close)))
      (v128.store (local.get $out) (local.get $a))
      (v128.store offset=16 (local.get $out) (local.get $b))
      (br_if $eachFour
        (i32.le_s (local.tee $session (i32.add (local.get $session) (i32.const 4))) (local.get $last))))))
