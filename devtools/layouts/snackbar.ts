/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 615,
  height: 517,
  boxes: [
    {"id":"snackbar begins","kind":"dot","title":"","reactions":[],"x":353,"y":12,"width":10,"height":10},
    {"id":"snackbar.hidden","kind":"state","title":"hidden","reactions":[],"x":320,"y":44,"width":76,"height":32},
    {"id":"snackbar.showing","kind":"compound","title":"showing","reactions":[],"x":136,"y":170,"width":157,"height":204},
    {"id":"snackbar.showing begins","kind":"dot","title":"","reactions":[],"x":197,"y":208,"width":10,"height":10},
    {"id":"snackbar.showing.passing","kind":"state","title":"passing","reactions":[],"x":160,"y":238,"width":84,"height":32},
    {"id":"snackbar.showing.staying","kind":"state","title":"staying","reactions":[],"x":174,"y":328,"width":84,"height":32},
    {"id":"snackbar.swapping","kind":"state","title":"swapping","reactions":["snackbar.show"],"x":401,"y":453,"width":120,"height":52},
  ],
  arrows: [
    {"id":"snackbar begins → snackbar.hidden","d":"M358 22L358 44","labels":[]},
    {"id":"snackbar.showing begins → snackbar.showing.passing","d":"M202 218L202 238","labels":[]},
    {"id":"snackbar.hidden → snackbar.showing","d":"M350 76L350 146L150 146L150 170","labels":[{"lines":["snackbar.show"],"x":242,"y":114,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.swapping","d":"M183 374L183 439L431 439L431 453","labels":[{"lines":["snackbar.show"],"x":75,"y":407,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.hidden","d":"M153 374L153 393L120 393L120 90L335 90L335 76","labels":[{"lines":["snackbar.hide"],"x":12,"y":114,"width":104,"height":18}]},
    {"id":"snackbar.showing.passing → snackbar.hidden","d":"M188 270L188 280L163 280L163 393L478 393L478 100L366 100L366 76","labels":[{"lines":["◷ stay (2.5 s)"],"x":363,"y":114,"width":111,"height":18}]},
    {"id":"snackbar.showing.passing → snackbar.showing.staying","d":"M216 270L216 328","labels":[{"lines":["[stays]"],"x":219,"y":290,"width":60,"height":18}]},
    {"id":"snackbar.swapping → snackbar.hidden","d":"M491 453L491 439L602 439L602 90L381 90L381 76","labels":[{"lines":["snackbar.hide"],"x":494,"y":265.5,"width":104,"height":18}]},
    {"id":"snackbar.swapping → snackbar.showing","d":"M461 453L461 156L160 156L160 170","labels":[{"lines":["◷ swapGap (150 ms)"],"x":317,"y":265.5,"width":140,"height":18}]},
  ],
}
