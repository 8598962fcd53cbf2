/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 509,
  height: 506,
  boxes: [
    {"id":"loader begins","kind":"dot","title":"","reactions":[],"x":253,"y":12,"width":10,"height":10},
    {"id":"loader.absent","kind":"state","title":"absent","reactions":[],"x":220,"y":44,"width":76,"height":32},
    {"id":"loader.loading","kind":"state","title":"loading","reactions":["feature.load","feature.deliver"],"x":113,"y":144,"width":134,"height":68},
    {"id":"loader.running","kind":"state","title":"running","reactions":["feature.load","feature.deliver"],"x":182,"y":296,"width":134,"height":68},
    {"id":"loader.failed","kind":"state","title":"failed","reactions":[],"x":82,"y":296,"width":76,"height":32},
    {"id":"loader.stopped","kind":"state","title":"stopped","reactions":["feature.load","feature.deliver"],"x":182,"y":426,"width":134,"height":68},
  ],
  arrows: [
    {"id":"loader begins → loader.absent","d":"M258 22L258 44","labels":[]},
    {"id":"loader.absent → loader.loading","d":"M245 76L245 90L180 90L180 144","labels":[{"lines":["[isNeeded]"],"x":94,"y":104,"width":82,"height":18}]},
    {"id":"loader.loading → loader.running","d":"M202 212L202 226L227 226L227 296","labels":[{"lines":["load done","[isLoaded]"],"x":141,"y":240,"width":82,"height":34}]},
    {"id":"loader.loading → loader.failed","d":"M158 212L158 226L120 226L120 296","labels":[{"lines":["load failed","◷ load (20 s)"],"x":12,"y":240,"width":104,"height":34}]},
    {"id":"loader.running → loader.absent","d":"M271 296L271 76","labels":[{"lines":["any actor failed [canRestart]"],"x":276,"y":169,"width":221,"height":18}]},
    {"id":"loader.running → loader.stopped","d":"M249 364L249 426","labels":[{"lines":["any actor failed"],"x":119,"y":386,"width":126,"height":18}]},
  ],
}
