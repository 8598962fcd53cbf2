/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 550,
  height: 457,
  boxes: [
    {"id":"nameLookup begins","kind":"dot","title":"","reactions":[],"x":260,"y":12,"width":10,"height":10},
    {"id":"nameLookup.open","kind":"compound","title":"open","reactions":["fetchSuggestions done","fetchSuggestions failed"],"x":185,"y":44,"width":227,"height":258},
    {"id":"nameLookup.open begins","kind":"dot","title":"","reactions":[],"x":236,"y":120,"width":10,"height":10},
    {"id":"nameLookup.open.loading","kind":"state","title":"loading","reactions":[],"x":199,"y":150,"width":84,"height":32},
    {"id":"nameLookup.open.waiting","kind":"state","title":"waiting","reactions":[],"x":213,"y":256,"width":84,"height":32},
    {"id":"nameLookup.ended","kind":"final","title":"ended","reactions":[],"x":219,"y":413,"width":72,"height":32},
  ],
  arrows: [
    {"id":"nameLookup begins → nameLookup.open","d":"M265 22L265 44","labels":[]},
    {"id":"nameLookup.open begins → nameLookup.open.loading","d":"M241 130L241 150","labels":[]},
    {"id":"nameLookup.open → nameLookup.ended","d":"M265 302L265 321L537 321L537 399L273 399L273 413","labels":[{"lines":["fetchSuggestions done [hasLookup]","fetchSuggestions failed [hasLookup]","◷ api (15 s)"],"x":268,"y":335,"width":265,"height":50}]},
    {"id":"nameLookup.open.loading → nameLookup.open.waiting","d":"M255 182L255 256","labels":[{"lines":["fetchHolder done","fetchHolder failed"],"x":258,"y":202,"width":140,"height":34}]},
    {"id":"nameLookup.open.loading → nameLookup.ended","d":"M227 182L227 192L202 192L202 321L112 321L112 399L237 399L237 413","labels":[{"lines":["◷ api (15 s)"],"x":12,"y":351,"width":96,"height":18}]},
    {"id":"nameLookup.open.waiting → nameLookup.ended","d":"M255 288L255 413","labels":[{"lines":["◷ patience (1 s)","[hasSuggestions]"],"x":125,"y":343,"width":126,"height":34}]},
  ],
}
