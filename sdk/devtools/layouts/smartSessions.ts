/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 780,
  height: 486,
  boxes: [
    {"id":"smartSessions begins","kind":"dot","title":"","reactions":[],"x":227,"y":12,"width":10,"height":10},
    {"id":"smartSessions.deciding","kind":"state","title":"deciding","reactions":[],"x":185,"y":44,"width":93,"height":32},
    {"id":"smartSessions.unsupported","kind":"state","title":"unsupported","reactions":["smartSessions.grant","smartSessions.revoke"],"x":34,"y":158,"width":171,"height":68},
    {"id":"smartSessions.idle","kind":"state","title":"idle","reactions":[],"x":310,"y":104,"width":72,"height":32},
    {"id":"smartSessions.loading","kind":"state","title":"loading","reactions":["smartSessions.load","view.shown"],"x":242,"y":254,"width":156,"height":68},
    {"id":"smartSessions.ready","kind":"state","title":"ready","reactions":["◷ expiry"],"x":245,"y":422,"width":83,"height":52},
    {"id":"smartSessions.failed","kind":"state","title":"failed","reactions":[],"x":564,"y":422,"width":76,"height":32},
  ],
  arrows: [
    {"id":"smartSessions begins → smartSessions.deciding","d":"M232 22L232 44","labels":[]},
    {"id":"smartSessions.deciding → smartSessions.unsupported","d":"M208 76L208 90L120 90L120 158","labels":[{"lines":["[unsupported]"],"x":12,"y":111,"width":104,"height":18}]},
    {"id":"smartSessions.deciding → smartSessions.loading","d":"M232 76L232 90L221 90L221 240L294 240L294 254","labels":[{"lines":["[shown]"],"x":226,"y":111,"width":60,"height":18}]},
    {"id":"smartSessions.deciding → smartSessions.idle","d":"M255 76L255 90L346 90L346 104","labels":[]},
    {"id":"smartSessions.idle → smartSessions.loading","d":"M346 136L346 254","labels":[{"lines":["smartSessions.load"],"x":351,"y":183,"width":140,"height":18}]},
    {"id":"smartSessions.loading → smartSessions.ready","d":"M273 322L273 422","labels":[{"lines":["fetchSessions done"],"x":129,"y":368,"width":140,"height":18}]},
    {"id":"smartSessions.loading → smartSessions.failed","d":"M336 322L336 346L602 346L602 408L589 408L589 422","labels":[{"lines":["fetchSessions failed","◷ api (15 s)"],"x":443,"y":360,"width":155,"height":34}]},
    {"id":"smartSessions.ready → smartSessions.loading","d":"M300 422L300 408L286 408L286 336L304 336L304 322","labels":[{"lines":["smartSessions.load"],"x":291,"y":368,"width":140,"height":18}]},
    {"id":"smartSessions.failed → smartSessions.loading","d":"M615 422L615 336L367 336L367 322","labels":[{"lines":["smartSessions.load","smartSessions.retry"],"x":620,"y":360,"width":148,"height":34}]},
  ],
}
