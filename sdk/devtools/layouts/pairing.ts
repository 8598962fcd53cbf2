/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1959,
  height: 2271,
  boxes: [
    {"id":"pairing begins","kind":"dot","title":"","reactions":[],"x":249,"y":12,"width":10,"height":10},
    {"id":"pairing.idle","kind":"state","title":"idle","reactions":["pairing.cancel","pairing.request","pairing.close"],"x":187,"y":44,"width":134,"height":84},
    {"id":"pairing.open","kind":"compound","title":"open","reactions":["pairing.propose [isIdTaken]","pairing.propose [isAcceptable]","pairing.propose","pairing.authenticate [isIdTaken]","pairing.authenticate [isAcceptable]","pairing.authenticate","pairing.request [isIdTaken]","pairing.request [isAcceptable]","pairing.request","pairing.pair [isIdTaken]","pairing.pair [isAcceptable]","pairing.pair","pairing.approve [isIdTaken]","pairing.approve [isAcceptable]","pairing.approve","pairing.reject [isIdTaken]","pairing.reject [isAcceptable]","pairing.reject","pairing.respond [isIdTaken]","pairing.respond [isAcceptable]","pairing.respond","pairing.signIn [isIdTaken]","pairing.signIn [isAcceptable]","pairing.signIn","pairing.refuseSignIn [isIdTaken]","pairing.refuseSignIn [isAcceptable]","pairing.refuseSignIn","pairing.speak [isIdTaken]","pairing.speak [isAcceptable]","pairing.speak","pairing.disconnect [isIdTaken]","pairing.disconnect [isAcceptable]","pairing.disconnect","pairing.cancel","relay.connected","relay.disconnected","relay.failed","proposal.settled [isAlreadySettled]","proposal.settled [isAwaited]","proposal.settled","proposal.refused [isAwaited]","proposal.refused","authentication.answered [isAwaited]","authentication.answered","authentication.refused [isAwaited]","authentication.refused","proposal.received [hasNewItems]","proposal.received","authentication.received [hasNewItems]","authentication.received","request.received [isLive]","request.received [isEarly]","request.received","session.acknowledged [isLive]","session.acknowledged [isEarly]","session.acknowledged","session.unsettled [isLive]","session.unsettled [isEarly]","session.unsettled","session.updated [isLive]","session.updated [isEarly]","session.updated","session.extended [isLive]","session.extended [isEarly]","session.extended","session.pinged [isLive]","session.pinged [isEarly]","session.pinged","session.emitted [isLive]","session.emitted [isEarly]","session.emitted","session.deleted [isLive]","session.deleted [isEarly]","session.deleted","session.flooded [isLive]","session.flooded [isEarly]","session.flooded","report.settled","report.uriCreated","report.requested","report.closed","report.event","session.* done","proposal.* done","authentication.* done","exchange.* done","session.* failed","any actor failed"],"x":257,"y":238,"width":1444,"height":1854},
    {"id":"pairing.open begins","kind":"dot","title":"","reactions":[],"x":440,"y":1690,"width":10,"height":10},
    {"id":"pairing.open.initialising","kind":"state","title":"initialising","reactions":["pairing.*","pairing.open","pairing.cancel"],"x":381.5,"y":1720,"width":127,"height":84},
    {"id":"pairing.open.catchingUp","kind":"state","title":"catchingUp","reactions":["request.received [isStored]","session.updated [isStored]","session.extended [isStored]","session.emitted [isStored]","session.deleted [isStored]"],"x":302,"y":1872,"width":222,"height":116},
    {"id":"pairing.open.ready","kind":"state","title":"ready","reactions":[],"x":377,"y":2046,"width":72,"height":32},
    {"id":"pairing.failed","kind":"state","title":"failed","reactions":["pairing.cancel"],"x":1662,"y":2207,"width":127,"height":52},
  ],
  arrows: [
    {"id":"pairing begins → pairing.idle","d":"M254 22L254 44","labels":[]},
    {"id":"pairing.open begins → pairing.open.initialising","d":"M445 1700L445 1720","labels":[]},
    {"id":"pairing.idle → pairing.open","d":"M267 128L267 152L354 152L354 214L271 214L271 238","labels":[{"lines":["pairing.*","pairing.open"],"x":254,"y":166,"width":96,"height":34}]},
    {"id":"pairing.open → pairing.idle","d":"M514 2092L514 2121L120 2121L120 142L214 142L214 128","labels":[{"lines":["pairing.close"],"x":12,"y":174,"width":104,"height":18}]},
    {"id":"pairing.open → pairing.failed","d":"M555 2092L555 2111L1700 2111L1700 2183L1713 2183L1713 2207","labels":[{"lines":["client.failed","client failed"],"x":1705,"y":2135,"width":104,"height":34}]},
    {"id":"pairing.open.initialising → pairing.idle","d":"M445 1804L445 1824L534 1824L534 2111L241 2111L241 128","labels":[{"lines":["pairing.close"],"x":133,"y":174,"width":104,"height":18}]},
    {"id":"pairing.open.initialising → pairing.open.catchingUp","d":"M413 1804L413 1872","labels":[{"lines":["client.opened"],"x":307,"y":1834,"width":104,"height":18}]},
    {"id":"pairing.open.initialising → pairing.failed","d":"M476.5 1804L476.5 1814L545 1814L545 2183L1687 2183L1687 2207","labels":[{"lines":["◷ startPairing (30 s)"],"x":379,"y":2143,"width":162,"height":18}]},
    {"id":"pairing.open.catchingUp → pairing.open.ready","d":"M413 1988L413 2046","labels":[{"lines":["◷ catchUp (1.05 s)"],"x":271,"y":2008,"width":140,"height":18}]},
    {"id":"pairing.failed → pairing.open","d":"M1738 2207L1738 2183L1825 2183L1825 224L281 224L281 238","labels":[{"lines":["pairing.*","pairing.open"],"x":1725,"y":1150.5,"width":96,"height":34}]},
    {"id":"pairing.failed → pairing.idle","d":"M1764 2207L1764 2193L1838 2193L1838 142L294 142L294 128","labels":[{"lines":["pairing.close"],"x":1843,"y":1158.5,"width":104,"height":18}]},
  ],
}
