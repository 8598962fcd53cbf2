/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 383,
  height: 464,
  boxes: [
    {"id":"theme begins","kind":"dot","title":"","reactions":[],"x":109,"y":12,"width":10,"height":10},
    {"id":"theme.deciding","kind":"state","title":"deciding","reactions":[],"x":67,"y":44,"width":93,"height":32},
    {"id":"theme.light","kind":"state","title":"light","reactions":[],"x":54,"y":420,"width":72,"height":32},
    {"id":"theme.dark","kind":"state","title":"dark","reactions":[],"x":150,"y":420,"width":72,"height":32},
    {"id":"theme.following","kind":"compound","title":"following","reactions":["scheme.changed [isSchemeDark] → dark","scheme.changed → light","watchScheme failed → light"],"x":210,"y":104,"width":161,"height":288},
    {"id":"theme.following begins","kind":"dot","title":"","reactions":[],"x":316,"y":218,"width":10,"height":10},
    {"id":"theme.following.light","kind":"state","title":"light","reactions":[],"x":285,"y":248,"width":72,"height":32},
    {"id":"theme.following.dark","kind":"state","title":"dark","reactions":[],"x":224,"y":196,"width":72,"height":32},
  ],
  arrows: [
    {"id":"theme begins → theme.deciding","d":"M114 22L114 44","labels":[]},
    {"id":"theme.following begins → theme.following.light","d":"M321 228L321 248","labels":[]},
    {"id":"theme.deciding → theme.light","d":"M90 76L90 420","labels":[{"lines":["[isLight]"],"x":12,"y":239,"width":74,"height":18}]},
    {"id":"theme.deciding → theme.dark","d":"M114 76L114 406L186 406L186 420","labels":[{"lines":["[isDark]"],"x":119,"y":239,"width":67,"height":18}]},
    {"id":"theme.deciding → theme.following","d":"M137 76L137 90L291 90L291 104","labels":[]},
  ],
}
