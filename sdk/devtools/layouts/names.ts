/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1105,
  height: 929,
  boxes: [
    {"id":"names begins","kind":"dot","title":"","reactions":[],"x":193,"y":12,"width":10,"height":10},
    {"id":"names.reading","kind":"state","title":"reading","reactions":["names.setName","names.submit"],"x":138,"y":44,"width":120,"height":68},
    {"id":"names.editing","kind":"compound","title":"editing","reactions":["names.setName → deciding","names.submit"],"x":195,"y":212,"width":685,"height":454},
    {"id":"names.editing begins","kind":"dot","title":"","reactions":[],"x":746.5,"y":288,"width":10,"height":10},
    {"id":"names.editing.deciding","kind":"state","title":"deciding","reactions":[],"x":705,"y":318,"width":93,"height":32},
    {"id":"names.editing.incomplete","kind":"state","title":"incomplete","reactions":[],"x":712,"y":422,"width":110,"height":32},
    {"id":"names.editing.pausing","kind":"state","title":"pausing","reactions":[],"x":649,"y":370,"width":84,"height":32},
    {"id":"names.editing.looking","kind":"state","title":"looking","reactions":[],"x":649,"y":474,"width":84,"height":32},
    {"id":"names.editing.free","kind":"state","title":"free","reactions":[],"x":567,"y":610,"width":72,"height":32},
    {"id":"names.editing.taken","kind":"state","title":"taken","reactions":["names.submit"],"x":350,"y":600,"width":112,"height":52},
    {"id":"names.editing.unknown","kind":"state","title":"unknown","reactions":[],"x":663,"y":600,"width":84,"height":32},
    {"id":"names.registering","kind":"state","title":"registering","reactions":["names.submit"],"x":564,"y":739,"width":118,"height":52},
    {"id":"names.owned","kind":"state","title":"owned","reactions":["names.submit"],"x":153,"y":865,"width":112,"height":52},
  ],
  arrows: [
    {"id":"names begins → names.reading","d":"M198 22L198 44","labels":[]},
    {"id":"names.editing begins → names.editing.deciding","d":"M751.5 298L751.5 318","labels":[]},
    {"id":"names.reading → names.owned","d":"M178 112L178 851L181 851L181 865","labels":[{"lines":["fetchOwned done [has]"],"x":12,"y":699,"width":162,"height":18}]},
    {"id":"names.reading → names.editing","d":"M218 112L218 198L695 198L695 212","labels":[{"lines":["fetchOwned done","fetchOwned failed","◷ api (15 s)"],"x":223,"y":134,"width":133,"height":50}]},
    {"id":"names.editing.deciding → names.editing.incomplete","d":"M767 350L767 422","labels":[{"lines":["[incomplete]"],"x":770,"y":377,"width":96,"height":18}]},
    {"id":"names.editing.deciding → names.editing.pausing","d":"M736 350L736 360L691 360L691 370","labels":[]},
    {"id":"names.editing.pausing → names.editing.looking","d":"M691 402L691 474","labels":[{"lines":["◷ debounce (500 ms)"],"x":541,"y":429,"width":148,"height":18}]},
    {"id":"names.editing.looking → names.editing.free","d":"M691 506L691 536L603 536L603 610","labels":[{"lines":["nameLookup done [heldBy]"],"x":417,"y":554,"width":184,"height":18}]},
    {"id":"names.editing.looking → names.editing.taken","d":"M677 506L677 526L406 526L406 600","labels":[{"lines":["nameLookup done [heldBy]"],"x":220,"y":554,"width":184,"height":18}]},
    {"id":"names.editing.looking → names.owned","d":"M663 506L663 516L209 516L209 865","labels":[{"lines":["nameLookup done [heldBy]"],"x":214,"y":756,"width":184,"height":18}]},
    {"id":"names.editing.looking → names.editing.unknown","d":"M719 506L719 600","labels":[{"lines":["nameLookup done","nameLookup failed"],"x":722,"y":546,"width":133,"height":34}]},
    {"id":"names.editing.free → names.registering","d":"M603 642L603 739","labels":[{"lines":["names.submit"],"x":503,"y":699,"width":96,"height":18}]},
    {"id":"names.editing.unknown → names.editing.looking","d":"M691 600L691 590L705 590L705 506","labels":[{"lines":["names.retry"],"x":614,"y":554,"width":89,"height":18}]},
    {"id":"names.registering → names.editing","d":"M643 739L643 685L904 685L904 198L705 198L705 212","labels":[{"lines":["names.cancel [ofAttempt]","names.viewLeft","modal.closed","registration done","registration failed"],"x":909,"y":400.5,"width":184,"height":82}]},
    {"id":"names.registering → names.owned","d":"M623 791L623 805L237 805L237 865","labels":[{"lines":["registration done [registered]"],"x":242,"y":819,"width":228,"height":18}]},
  ],
}
