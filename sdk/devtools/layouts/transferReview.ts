/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 338,
  height: 376,
  boxes: [
    {"id":"transferReview begins","kind":"dot","title":"","reactions":[],"x":239,"y":12,"width":10,"height":10},
    {"id":"transferReview.pausing","kind":"state","title":"pausing","reactions":[],"x":202,"y":44,"width":84,"height":32},
    {"id":"transferReview.reviewing","kind":"state","title":"reviewing","reactions":["estimateFee done","estimateFee failed","fetchProfile done","fetchProfile failed"],"x":162,"y":138,"width":164,"height":100},
    {"id":"transferReview.ended","kind":"final","title":"ended","reactions":[],"x":208,"y":332,"width":72,"height":32},
  ],
  arrows: [
    {"id":"transferReview begins → transferReview.pausing","d":"M244 22L244 44","labels":[]},
    {"id":"transferReview.pausing → transferReview.reviewing","d":"M244 76L244 138","labels":[{"lines":["◷ pause (300 ms)"],"x":114,"y":98,"width":126,"height":18}]},
    {"id":"transferReview.reviewing → transferReview.ended","d":"M244 238L244 332","labels":[{"lines":["◷ estimate (20 s) [isUnpriced]","◷ estimate (20 s)","[isPricedWithProfile]"],"x":12,"y":260,"width":228,"height":50}]},
  ],
}
