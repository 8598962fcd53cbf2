/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1247,
  height: 925,
  boxes: [
    {"id":"names begins","kind":"dot","title":"","reactions":[],"x":213,"y":12,"width":10,"height":10},
    {"id":"names.reading","kind":"state","title":"reading","reactions":["names.setName","names.submit"],"x":158,"y":44,"width":120,"height":68},
    {"id":"names.editing","kind":"compound","title":"editing","reactions":["names.setName → deciding","names.submit"],"x":224,"y":218,"width":776,"height":444},
    {"id":"names.editing begins","kind":"dot","title":"","reactions":[],"x":730.5,"y":294,"width":10,"height":10},
    {"id":"names.editing.deciding","kind":"state","title":"deciding","reactions":[],"x":689,"y":324,"width":93,"height":32},
    {"id":"names.editing.incomplete","kind":"state","title":"incomplete","reactions":[],"x":741,"y":428,"width":110,"height":32},
    {"id":"names.editing.pausing","kind":"state","title":"pausing","reactions":[],"x":678,"y":376,"width":84,"height":32},
    {"id":"names.editing.checking","kind":"state","title":"checking","reactions":[],"x":673.5,"y":480,"width":93,"height":32},
    {"id":"names.editing.free","kind":"state","title":"free","reactions":[],"x":684,"y":606,"width":72,"height":32},
    {"id":"names.editing.taken","kind":"state","title":"taken","reactions":["names.submit"],"x":423,"y":596,"width":112,"height":52},
    {"id":"names.editing.unknown","kind":"state","title":"unknown","reactions":[],"x":794,"y":596,"width":84,"height":32},
    {"id":"names.registering","kind":"state","title":"registering","reactions":["names.submit"],"x":681,"y":735,"width":118,"height":52},
    {"id":"names.owned","kind":"state","title":"owned","reactions":["names.submit"],"x":182,"y":861,"width":112,"height":52},
  ],
  arrows: [
    {"id":"names begins → names.reading","d":"M218 22L218 44","labels":[]},
    {"id":"names.editing begins → names.editing.deciding","d":"M735.5 304L735.5 324","labels":[]},
    {"id":"names.reading → names.owned","d":"M198 112L198 126L207 126L207 847L210 847L210 861","labels":[{"lines":["fetchOwned done [hasName]"],"x":12,"y":695,"width":191,"height":18}]},
    {"id":"names.reading → names.editing","d":"M238 112L238 218","labels":[{"lines":["fetchOwned done","fetchOwned failed","◷ api (15 s)"],"x":243,"y":140,"width":133,"height":50}]},
    {"id":"names.editing.deciding → names.editing.incomplete","d":"M751 356L751 366L796 366L796 428","labels":[{"lines":["[isIncomplete]"],"x":799,"y":383,"width":111,"height":18}]},
    {"id":"names.editing.deciding → names.editing.pausing","d":"M720 356L720 376","labels":[]},
    {"id":"names.editing.pausing → names.editing.checking","d":"M720 408L720 480","labels":[{"lines":["◷ debounce (500 ms)"],"x":570,"y":435,"width":148,"height":18}]},
    {"id":"names.editing.checking → names.editing.free","d":"M720 512L720 606","labels":[{"lines":["nameLookup done [isReservedBy]"],"x":490,"y":550,"width":228,"height":18}]},
    {"id":"names.editing.checking → names.editing.taken","d":"M704.5 512L704.5 532L479 532L479 596","labels":[{"lines":["nameLookup done [isReservedBy]"],"x":249,"y":550,"width":228,"height":18}]},
    {"id":"names.editing.checking → names.owned","d":"M689 512L689 522L238 522L238 861","labels":[{"lines":["nameLookup done [isReservedBy]"],"x":243,"y":752,"width":228,"height":18}]},
    {"id":"names.editing.checking → names.editing.unknown","d":"M751 512L751 522L850 522L850 596","labels":[{"lines":["nameLookup done","nameLookup failed"],"x":853,"y":542,"width":133,"height":34}]},
    {"id":"names.editing.free → names.registering","d":"M720 638L720 735","labels":[{"lines":["names.submit"],"x":620,"y":695,"width":96,"height":18}]},
    {"id":"names.editing.unknown → names.editing.checking","d":"M822 596L822 532L735.5 532L735.5 512","labels":[{"lines":["names.retry"],"x":731,"y":550,"width":89,"height":18}]},
    {"id":"names.registering → names.editing","d":"M760 735L760 681L1024 681L1024 204L248 204L248 218","labels":[{"lines":["names.cancel [isOwnRequest]","names.viewLeft","modal.closed","registration done","registration failed"],"x":1029,"y":401.5,"width":206,"height":82}]},
    {"id":"names.registering → names.owned","d":"M740 787L740 801L266 801L266 861","labels":[{"lines":["registration done [isRegistered]"],"x":271,"y":815,"width":243,"height":18}]},
  ],
}
