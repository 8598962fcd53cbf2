/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1042,
  height: 1068,
  boxes: [
    {"id":"session begins","kind":"dot","title":"","reactions":[],"x":21,"y":12,"width":10,"height":10},
    {"id":"session.live","kind":"compound","title":"live","reactions":["session.updated [isOutdated]","session.updated [isPermitted]","session.updated","session.extended","session.pinged","session.emitted [isOutdated]","session.emitted [isApproved]","session.emitted","request.received [canBeAnswered]","session.crowded","session.send [canExchange]","session.send","session.request","session.cancel","exchange.* done [isChanging]","exchange.* done","sessionRequest.* done"],"x":12,"y":44,"width":819,"height":687},
    {"id":"session.live.connectionStatus","kind":"compound","title":"connectionStatus","reactions":[],"x":26,"y":360,"width":609,"height":352},
    {"id":"session.live.connectionStatus begins","kind":"dot","title":"","reactions":[],"x":339.5,"y":398,"width":10,"height":10},
    {"id":"session.live.connectionStatus.deciding","kind":"state","title":"deciding","reactions":[],"x":298,"y":428,"width":93,"height":32},
    {"id":"session.live.connectionStatus.checking","kind":"state","title":"checking","reactions":[],"x":298,"y":533.5,"width":93,"height":32},
    {"id":"session.live.connectionStatus.settled","kind":"state","title":"settled","reactions":[],"x":537,"y":480,"width":84,"height":32},
    {"id":"session.live.connectionStatus.acknowledged","kind":"state","title":"acknowledged","reactions":[],"x":136.5,"y":666,"width":127,"height":32},
    {"id":"session.live.lifetime","kind":"compound","title":"lifetime","reactions":[],"x":655,"y":578,"width":162,"height":134},
    {"id":"session.live.lifetime begins","kind":"dot","title":"","reactions":[],"x":731,"y":616,"width":10,"height":10},
    {"id":"session.live.lifetime.running","kind":"state","title":"running","reactions":["session.renewed"],"x":669,"y":646,"width":134,"height":52},
    {"id":"session.leaving","kind":"state","title":"leaving","reactions":["session.disconnect"],"x":727,"y":846,"width":156,"height":52},
    {"id":"session.ended","kind":"final","title":"ended","reactions":[],"x":762,"y":1024,"width":72,"height":32},
  ],
  arrows: [
    {"id":"session begins → session.live","d":"M26 22L26 44","labels":[]},
    {"id":"session.live.connectionStatus begins → session.live.connectionStatus.deciding","d":"M344.5 408L344.5 428","labels":[]},
    {"id":"session.live.lifetime begins → session.live.lifetime.running","d":"M736 626L736 646","labels":[]},
    {"id":"session.live → session.leaving","d":"M746 731L746 812L844 812L844 846","labels":[{"lines":["session.flooded","session.disconnect"],"x":751,"y":764,"width":140,"height":34}]},
    {"id":"session.live → session.ended","d":"M756 731L756 750L907 750L907 1000L820 1000L820 1024","labels":[{"lines":["session.deleted"],"x":912,"y":863,"width":118,"height":18}]},
    {"id":"session.live.connectionStatus.deciding → session.live.connectionStatus.checking","d":"M344.5 460L344.5 533.5","labels":[{"lines":["[needsPing]"],"x":347.5,"y":487,"width":89,"height":18}]},
    {"id":"session.live.connectionStatus.deciding → session.live.connectionStatus.acknowledged","d":"M321.5 460L321.5 470L168 470L168 666","labels":[{"lines":["[isAcknowledged]"],"x":40,"y":540,"width":126,"height":18}]},
    {"id":"session.live.connectionStatus.deciding → session.live.connectionStatus.settled","d":"M368 460L368 470L579 470L579 480","labels":[]},
    {"id":"session.live.connectionStatus.checking → session.live.connectionStatus.acknowledged","d":"M329 565.5L329 646L200 646L200 666","labels":[{"lines":["check done","check failed","◷ restorePing (2 s)"],"x":179,"y":586,"width":148,"height":50}]},
    {"id":"session.live.connectionStatus.checking → session.ended","d":"M360 565.5L360 750L372 750L372 1010L776 1010L776 1024","labels":[{"lines":["check failed [hasPeerLeft]"],"x":169,"y":863,"width":199,"height":18}]},
    {"id":"session.live.connectionStatus.settled → session.live.connectionStatus.acknowledged","d":"M558 512L558 522L568 522L568 656L231.5 656L231.5 666","labels":[{"lines":["session.acknowledged","session.proven"],"x":411,"y":532,"width":155,"height":34}]},
    {"id":"session.live.connectionStatus.settled → session.ended","d":"M600 512L600 812L565 812L565 1000L791 1000L791 1024","labels":[{"lines":["session.unsettled"],"x":570,"y":863,"width":133,"height":18}]},
    {"id":"session.live.connectionStatus.settled → session.leaving","d":"M579 512L579 750L548 750L548 832L766 832L766 846","labels":[{"lines":["◷ settlement (300 s)"],"x":389,"y":772,"width":155,"height":18}]},
    {"id":"session.live.lifetime.running → session.leaving","d":"M736 698L736 750L733 750L733 822L805 822L805 846","labels":[{"lines":["◷ expiry"],"x":662,"y":772,"width":67,"height":18}]},
    {"id":"session.leaving → session.ended","d":"M805 898L805 1024","labels":[{"lines":["session.deleted","leave done","leave failed","◷ disconnect (10 s)"],"x":653,"y":920,"width":148,"height":66}]},
  ],
}
