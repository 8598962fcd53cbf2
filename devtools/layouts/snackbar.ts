/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 731,
  height: 533,
  boxes: [
    {"id":"snackbar begins","kind":"dot","title":"","reactions":[],"x":411,"y":12,"width":10,"height":10},
    {"id":"snackbar.hidden","kind":"state","title":"hidden","reactions":[],"x":378,"y":44,"width":76,"height":32},
    {"id":"snackbar.showing","kind":"compound","title":"showing","reactions":[],"x":194,"y":186,"width":157,"height":204},
    {"id":"snackbar.showing begins","kind":"dot","title":"","reactions":[],"x":255,"y":224,"width":10,"height":10},
    {"id":"snackbar.showing.passing","kind":"state","title":"passing","reactions":[],"x":218,"y":254,"width":84,"height":32},
    {"id":"snackbar.showing.staying","kind":"state","title":"staying","reactions":[],"x":232,"y":344,"width":84,"height":32},
    {"id":"snackbar.swapping","kind":"state","title":"swapping","reactions":["snackbar.show"],"x":459,"y":469,"width":120,"height":52},
  ],
  arrows: [
    {"id":"snackbar begins → snackbar.hidden","d":"M416 22L416 44","labels":[]},
    {"id":"snackbar.showing begins → snackbar.showing.passing","d":"M260 234L260 254","labels":[]},
    {"id":"snackbar.hidden → snackbar.showing","d":"M408 76L408 162L208 162L208 186","labels":[{"lines":["snackbar.show"],"x":300,"y":122,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.swapping","d":"M241 390L241 455L489 455L489 469","labels":[{"lines":["snackbar.show"],"x":133,"y":423,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.hidden","d":"M211 390L211 409L178 409L178 90L393 90L393 76","labels":[{"lines":["snackbar.hide","scope.changed [waits]"],"x":12,"y":114,"width":162,"height":34}]},
    {"id":"snackbar.showing.passing → snackbar.hidden","d":"M246 286L246 296L221 296L221 409L536 409L536 100L424 100L424 76","labels":[{"lines":["◷ stay (2.5 s)"],"x":421,"y":122,"width":111,"height":18}]},
    {"id":"snackbar.showing.passing → snackbar.showing.staying","d":"M274 286L274 344","labels":[{"lines":["[stays]"],"x":277,"y":306,"width":60,"height":18}]},
    {"id":"snackbar.swapping → snackbar.hidden","d":"M549 469L549 455L718 455L718 90L439 90L439 76","labels":[{"lines":["snackbar.hide","scope.changed [waits]"],"x":552,"y":273.5,"width":162,"height":34}]},
    {"id":"snackbar.swapping → snackbar.showing","d":"M519 469L519 172L218 172L218 186","labels":[{"lines":["◷ swapGap (150 ms)"],"x":375,"y":281.5,"width":140,"height":18}]},
  ],
}
