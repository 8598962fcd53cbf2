/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 761,
  height: 476,
  boxes: [
    {"id":"call begins","kind":"dot","title":"","reactions":[],"x":386,"y":12,"width":10,"height":10},
    {"id":"call.choosing","kind":"state","title":"choosing","reactions":[],"x":344,"y":44,"width":93,"height":32},
    {"id":"call.following","kind":"state","title":"following","reactions":[],"x":357,"y":150,"width":101,"height":32},
    {"id":"call.arriving","kind":"state","title":"arriving","reactions":[],"x":350,"y":298.5,"width":93,"height":32},
    {"id":"call.settled","kind":"final","title":"settled","reactions":[],"x":121,"y":432,"width":84,"height":32},
    {"id":"call.expired","kind":"final","title":"expired","reactions":[],"x":665,"y":276,"width":84,"height":32},
    {"id":"call.cancelled","kind":"final","title":"cancelled","reactions":[],"x":378,"y":432,"width":101,"height":32},
  ],
  arrows: [
    {"id":"call begins → call.choosing","d":"M391 22L391 44","labels":[]},
    {"id":"call.choosing → call.settled","d":"M367 76L367 90L142 90L142 432","labels":[{"lines":["[knownAndMoving]","[known]"],"x":12,"y":220,"width":126,"height":34}]},
    {"id":"call.choosing → call.following","d":"M391 76L391 150","labels":[]},
    {"id":"call.following → call.cancelled","d":"M418 182L418 206L560 206L560 418L445 418L445 432","labels":[{"lines":["call.cancel"],"x":467,"y":300,"width":89,"height":18}]},
    {"id":"call.following → call.settled","d":"M377 182L377 196L159 196L159 418L163 418L163 432","labels":[{"lines":["follow done [arrived]","follow done [telling]","follow done","follow failed"],"x":164,"y":276,"width":162,"height":66}]},
    {"id":"call.following → call.arriving","d":"M397 182L397 298.5","labels":[{"lines":["follow done [moving]"],"x":238,"y":228,"width":155,"height":18}]},
    {"id":"call.following → call.choosing","d":"M424 150L424 136L414 136L414 76","labels":[{"lines":["follow failed [another]"],"x":419,"y":104,"width":177,"height":18}]},
    {"id":"call.following → call.expired","d":"M438 182L438 196L707 196L707 276","labels":[{"lines":["◷ follow (330 s)"],"x":577,"y":228,"width":126,"height":18}]},
    {"id":"call.arriving → call.cancelled","d":"M412 330.5L412 432","labels":[{"lines":["call.cancel"],"x":319,"y":378,"width":89,"height":18}]},
    {"id":"call.arriving → call.settled","d":"M381 330.5L381 356L291 356L291 418L184 418L184 432","labels":[{"lines":["◷ arrive (2 s)","[arrived]"],"x":176,"y":370,"width":111,"height":34}]},
  ],
}
