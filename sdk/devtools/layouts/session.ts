/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1027,
  height: 1068,
  boxes: [
    {"id":"session begins","kind":"dot","title":"","reactions":[],"x":21,"y":12,"width":10,"height":10},
    {"id":"session.live","kind":"compound","title":"live","reactions":["session.updated [overtaken]","session.updated [permitted]","session.updated","session.extended","session.pinged","session.emitted [overtaken]","session.emitted [approved]","session.emitted","request.received [answerable]","session.crowded","session.speak [speakable]","session.speak","session.ask","session.cancel","exchange.* done [changing]","exchange.* done","sessionRequest.* done"],"x":12,"y":44,"width":804,"height":687},
    {"id":"session.live.standing","kind":"compound","title":"standing","reactions":[],"x":26,"y":360,"width":594,"height":352},
    {"id":"session.live.standing begins","kind":"dot","title":"","reactions":[],"x":324.5,"y":398,"width":10,"height":10},
    {"id":"session.live.standing.deciding","kind":"state","title":"deciding","reactions":[],"x":283,"y":428,"width":93,"height":32},
    {"id":"session.live.standing.checking","kind":"state","title":"checking","reactions":[],"x":283,"y":533.5,"width":93,"height":32},
    {"id":"session.live.standing.settled","kind":"state","title":"settled","reactions":[],"x":522,"y":480,"width":84,"height":32},
    {"id":"session.live.standing.acknowledged","kind":"state","title":"acknowledged","reactions":[],"x":121.5,"y":666,"width":127,"height":32},
    {"id":"session.live.lifetime","kind":"compound","title":"lifetime","reactions":[],"x":640,"y":578,"width":162,"height":134},
    {"id":"session.live.lifetime begins","kind":"dot","title":"","reactions":[],"x":716,"y":616,"width":10,"height":10},
    {"id":"session.live.lifetime.running","kind":"state","title":"running","reactions":["session.renewed"],"x":654,"y":646,"width":134,"height":52},
    {"id":"session.leaving","kind":"state","title":"leaving","reactions":["session.disconnect"],"x":712,"y":846,"width":156,"height":52},
    {"id":"session.ended","kind":"final","title":"ended","reactions":[],"x":747,"y":1024,"width":72,"height":32},
  ],
  arrows: [
    {"id":"session begins → session.live","d":"M26 22L26 44","labels":[]},
    {"id":"session.live.standing begins → session.live.standing.deciding","d":"M329.5 408L329.5 428","labels":[]},
    {"id":"session.live.lifetime begins → session.live.lifetime.running","d":"M721 626L721 646","labels":[]},
    {"id":"session.live → session.leaving","d":"M731 731L731 812L829 812L829 846","labels":[{"lines":["session.flooded","session.disconnect"],"x":736,"y":764,"width":140,"height":34}]},
    {"id":"session.live → session.ended","d":"M741 731L741 750L892 750L892 1000L805 1000L805 1024","labels":[{"lines":["session.deleted"],"x":897,"y":863,"width":118,"height":18}]},
    {"id":"session.live.standing.deciding → session.live.standing.checking","d":"M329.5 460L329.5 533.5","labels":[{"lines":["[doubtful]"],"x":332.5,"y":487,"width":82,"height":18}]},
    {"id":"session.live.standing.deciding → session.live.standing.acknowledged","d":"M306.5 460L306.5 470L153 470L153 666","labels":[{"lines":["[acknowledged]"],"x":40,"y":540,"width":111,"height":18}]},
    {"id":"session.live.standing.deciding → session.live.standing.settled","d":"M353 460L353 470L564 470L564 480","labels":[]},
    {"id":"session.live.standing.checking → session.live.standing.acknowledged","d":"M314 565.5L314 646L185 646L185 666","labels":[{"lines":["check done","check failed","◷ restorePing (2 s)"],"x":164,"y":586,"width":148,"height":50}]},
    {"id":"session.live.standing.checking → session.ended","d":"M345 565.5L345 750L357 750L357 1010L761 1010L761 1024","labels":[{"lines":["check failed [gone]"],"x":205,"y":863,"width":148,"height":18}]},
    {"id":"session.live.standing.settled → session.live.standing.acknowledged","d":"M543 512L543 522L553 522L553 656L216.5 656L216.5 666","labels":[{"lines":["session.acknowledged","session.proven"],"x":396,"y":532,"width":155,"height":34}]},
    {"id":"session.live.standing.settled → session.ended","d":"M585 512L585 812L550 812L550 1000L776 1000L776 1024","labels":[{"lines":["session.unsettled"],"x":555,"y":863,"width":133,"height":18}]},
    {"id":"session.live.standing.settled → session.leaving","d":"M564 512L564 750L533 750L533 832L751 832L751 846","labels":[{"lines":["◷ settlement (300 s)"],"x":374,"y":772,"width":155,"height":18}]},
    {"id":"session.live.lifetime.running → session.leaving","d":"M721 698L721 750L718 750L718 822L790 822L790 846","labels":[{"lines":["◷ expiry"],"x":647,"y":772,"width":67,"height":18}]},
    {"id":"session.leaving → session.ended","d":"M790 898L790 1024","labels":[{"lines":["session.deleted","leave done","leave failed","◷ disconnect (10 s)"],"x":638,"y":920,"width":148,"height":66}]},
  ],
}
