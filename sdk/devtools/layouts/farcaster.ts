/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1968,
  height: 1034,
  boxes: [
    {"id":"farcaster begins","kind":"dot","title":"","reactions":[],"x":1229,"y":12,"width":10,"height":10},
    {"id":"farcaster.idle","kind":"state","title":"idle","reactions":[],"x":1198,"y":44,"width":72,"height":32},
    {"id":"farcaster.requesting","kind":"state","title":"requesting","reactions":["farcaster.cancel [isOtherRequest]"],"x":1145,"y":221.5,"width":266,"height":52},
    {"id":"farcaster.waiting","kind":"state","title":"waiting","reactions":["farcaster.cancel [isOtherRequest]","connectFarcaster failed [hasPollsLeft]"],"x":932,"y":410,"width":303,"height":68},
    {"id":"farcaster.connecting","kind":"state","title":"connecting","reactions":["farcaster.cancel [isOtherRequest]"],"x":408,"y":602.5,"width":266,"height":52},
    {"id":"farcaster.unconnected","kind":"state","title":"unconnected","reactions":["farcaster.cancel [isOtherRequest]"],"x":478,"y":785.5,"width":266,"height":52},
    {"id":"farcaster.failed","kind":"state","title":"failed","reactions":["farcaster.cancel [isOtherRequest]"],"x":1470,"y":597,"width":266,"height":52},
    {"id":"farcaster.signingOut","kind":"state","title":"signingOut","reactions":[],"x":987,"y":990,"width":110,"height":32},
  ],
  arrows: [
    {"id":"farcaster begins → farcaster.idle","d":"M1234 22L1234 44","labels":[]},
    {"id":"farcaster.idle → farcaster.requesting","d":"M1234 76L1234 221.5","labels":[{"lines":["farcaster.begin"],"x":1112,"y":148,"width":118,"height":18}]},
    {"id":"farcaster.requesting → farcaster.signingOut","d":"M1251 273.5L1251 580L1266 580L1266 956L1050 956L1050 990","labels":[{"lines":["farcaster.cancel [hasToSignOut]","farcaster.viewLeft [hasToSignOut]","modal.closed [hasToSignOut]","account.connected [isOtherAndHasToSignOut]"],"x":946,"y":594,"width":316,"height":66}]},
    {"id":"farcaster.requesting → farcaster.idle","d":"M1322 221.5L1322 110L1243 110L1243 76","labels":[{"lines":["farcaster.cancel","farcaster.viewLeft","modal.closed","account.connected [isOther]"],"x":1327,"y":124,"width":206,"height":66}]},
    {"id":"farcaster.requesting → farcaster.waiting","d":"M1198 273.5L1198 396L1134 396L1134 410","labels":[{"lines":["requestUrl done"],"x":1076,"y":340,"width":118,"height":18}]},
    {"id":"farcaster.requesting → farcaster.failed","d":"M1305 273.5L1305 302L1576 302L1576 597","labels":[{"lines":["requestUrl failed","◷ answer (100 s)"],"x":1439,"y":427,"width":133,"height":34}]},
    {"id":"farcaster.waiting → farcaster.signingOut","d":"M1084 478L1084 502L929 502L929 674L1034 674L1034 990","labels":[{"lines":["farcaster.cancel [hasToSignOut]","farcaster.viewLeft [hasToSignOut]","modal.closed [hasToSignOut]","account.connected [isOtherAndHasToSignOut]"],"x":714,"y":688,"width":316,"height":66}]},
    {"id":"farcaster.waiting → farcaster.idle","d":"M1033 410L1033 110L1225 110L1225 76","labels":[{"lines":["farcaster.cancel","farcaster.viewLeft","modal.closed","account.connected [isOther]"],"x":823,"y":212,"width":206,"height":66}]},
    {"id":"farcaster.waiting → farcaster.connecting","d":"M1008 478L1008 492L680 492L680 580L585 580L585 602.5","labels":[{"lines":["connectFarcaster done"],"x":514,"y":532,"width":162,"height":18}]},
    {"id":"farcaster.waiting → farcaster.failed","d":"M1159 478L1159 492L1559 492L1559 580L1523 580L1523 597","labels":[{"lines":["connectFarcaster failed [isUnanswered]","connectFarcaster failed","◷ answer (100 s)"],"x":1268,"y":516,"width":287,"height":50}]},
    {"id":"farcaster.connecting → farcaster.signingOut","d":"M475 654.5L475 674L369 674L369 956L1003 956L1003 990","labels":[{"lines":["farcaster.cancel [hasToSignOut]","farcaster.viewLeft [hasToSignOut]","connectWallet done [isCancelledAndHasToSignOut]"],"x":12,"y":790,"width":353,"height":50}]},
    {"id":"farcaster.connecting → farcaster.idle","d":"M497 602.5L497 90L1207 90L1207 76","labels":[{"lines":["farcaster.cancel","farcaster.viewLeft","connectWallet done [isConnected]","connectWallet done [isCancelled]"],"x":250,"y":316,"width":243,"height":66}]},
    {"id":"farcaster.connecting → farcaster.unconnected","d":"M541 654.5L541 674L545 674L545 785.5","labels":[{"lines":["connectWallet done","connectWallet failed","◷ connect (140 s)"],"x":386,"y":696,"width":155,"height":50}]},
    {"id":"farcaster.unconnected → farcaster.signingOut","d":"M611 837.5L611 862L1017 862L1017 956L1018 956L1018 990","labels":[{"lines":["farcaster.cancel [hasToSignOut]","farcaster.viewLeft [hasToSignOut]","modal.closed [hasToSignOut]","account.connected [isOtherAndHasToSignOut]"],"x":697,"y":876,"width":316,"height":66}]},
    {"id":"farcaster.unconnected → farcaster.idle","d":"M678 785.5L678 768L697 768L697 100L1216 100L1216 76","labels":[{"lines":["farcaster.cancel","farcaster.viewLeft","modal.closed","account.connected [isOther]"],"x":702,"y":411,"width":206,"height":66}]},
    {"id":"farcaster.unconnected → farcaster.connecting","d":"M611 785.5L611 768L558 768L558 674L608 674L608 654.5","labels":[{"lines":["farcaster.retry"],"x":563,"y":712,"width":118,"height":18}]},
    {"id":"farcaster.failed → farcaster.signingOut","d":"M1603 649L1603 966L1066 966L1066 990","labels":[{"lines":["farcaster.cancel [hasToSignOut]","farcaster.viewLeft [hasToSignOut]","modal.closed [hasToSignOut]","account.connected [isOtherAndHasToSignOut]"],"x":1283,"y":782,"width":316,"height":66}]},
    {"id":"farcaster.failed → farcaster.idle","d":"M1683 597L1683 580L1816 580L1816 100L1252 100L1252 76","labels":[{"lines":["farcaster.cancel","farcaster.viewLeft","modal.closed","account.connected [isOther]"],"x":1606,"y":316,"width":206,"height":66}]},
    {"id":"farcaster.failed → farcaster.requesting","d":"M1630 597L1630 580L1589 580L1589 292L1358 292L1358 273.5","labels":[{"lines":["farcaster.retry","farcaster.begin"],"x":1594,"y":427,"width":118,"height":34}]},
    {"id":"farcaster.signingOut → farcaster.idle","d":"M1081 990L1081 976L1955 976L1955 90L1261 90L1261 76","labels":[{"lines":["signOut done","signOut failed","◷ signOut (3 s)"],"x":1833,"y":516,"width":118,"height":50}]},
  ],
}
