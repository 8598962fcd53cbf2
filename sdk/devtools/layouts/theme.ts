/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 354,
  height: 464,
  boxes: [
    {"id":"theme begins","kind":"dot","title":"","reactions":[],"x":95,"y":12,"width":10,"height":10},
    {"id":"theme.deciding","kind":"state","title":"deciding","reactions":[],"x":53,"y":44,"width":93,"height":32},
    {"id":"theme.light","kind":"state","title":"light","reactions":[],"x":40,"y":420,"width":72,"height":32},
    {"id":"theme.dark","kind":"state","title":"dark","reactions":[],"x":136,"y":420,"width":72,"height":32},
    {"id":"theme.following","kind":"compound","title":"following","reactions":["scheme.changed [schemeIsDark] → dark","scheme.changed → light","watchScheme failed → light"],"x":181,"y":104,"width":161,"height":288},
    {"id":"theme.following begins","kind":"dot","title":"","reactions":[],"x":287,"y":218,"width":10,"height":10},
    {"id":"theme.following.light","kind":"state","title":"light","reactions":[],"x":256,"y":248,"width":72,"height":32},
    {"id":"theme.following.dark","kind":"state","title":"dark","reactions":[],"x":195,"y":196,"width":72,"height":32},
  ],
  arrows: [
    {"id":"theme begins → theme.deciding","d":"M100 22L100 44","labels":[]},
    {"id":"theme.following begins → theme.following.light","d":"M292 228L292 248","labels":[]},
    {"id":"theme.deciding → theme.light","d":"M76 76L76 420","labels":[{"lines":["[light]"],"x":12,"y":239,"width":60,"height":18}]},
    {"id":"theme.deciding → theme.dark","d":"M100 76L100 406L172 406L172 420","labels":[{"lines":["[dark]"],"x":105,"y":239,"width":52,"height":18}]},
    {"id":"theme.deciding → theme.following","d":"M123 76L123 90L262 90L262 104","labels":[]},
  ],
}
