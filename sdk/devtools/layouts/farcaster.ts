/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1872,
  height: 1034,
  boxes: [
    {"id":"farcaster begins","kind":"dot","title":"","reactions":[],"x":1149,"y":12,"width":10,"height":10},
    {"id":"farcaster.idle","kind":"state","title":"idle","reactions":[],"x":1118,"y":44,"width":72,"height":32},
    {"id":"farcaster.asking","kind":"state","title":"asking","reactions":["farcaster.cancel [ofAnother]"],"x":1078,"y":221.5,"width":229,"height":52},
    {"id":"farcaster.waiting","kind":"state","title":"waiting","reactions":["farcaster.cancel [ofAnother]","connectFarcaster failed [looksLeft]"],"x":873,"y":410,"width":281,"height":68},
    {"id":"farcaster.connecting","kind":"state","title":"connecting","reactions":["farcaster.cancel [ofAnother]"],"x":362,"y":602.5,"width":229,"height":52},
    {"id":"farcaster.unconnected","kind":"state","title":"unconnected","reactions":["farcaster.cancel [ofAnother]"],"x":429,"y":785.5,"width":229,"height":52},
    {"id":"farcaster.failed","kind":"state","title":"failed","reactions":["farcaster.cancel [ofAnother]"],"x":1388,"y":597,"width":229,"height":52},
    {"id":"farcaster.signingOut","kind":"state","title":"signingOut","reactions":[],"x":869,"y":990,"width":110,"height":32},
  ],
  arrows: [
    {"id":"farcaster begins → farcaster.idle","d":"M1154 22L1154 44","labels":[]},
    {"id":"farcaster.idle → farcaster.asking","d":"M1154 76L1154 221.5","labels":[{"lines":["farcaster.begin"],"x":1032,"y":148,"width":118,"height":18}]},
    {"id":"farcaster.asking → farcaster.signingOut","d":"M1170 273.5L1170 580L1194 580L1194 956L932 956L932 990","labels":[{"lines":["farcaster.cancel [toSignOut]","farcaster.viewLeft [toSignOut]","modal.closed [toSignOut]","account.connected [otherToSignOut]"],"x":933,"y":594,"width":257,"height":66}]},
    {"id":"farcaster.asking → farcaster.idle","d":"M1231 221.5L1231 110L1163 110L1163 76","labels":[{"lines":["farcaster.cancel","farcaster.viewLeft","modal.closed","account.connected [isOther]"],"x":1236,"y":124,"width":206,"height":66}]},
    {"id":"farcaster.asking → farcaster.waiting","d":"M1124 273.5L1124 396L1060 396L1060 410","labels":[{"lines":["askUrl done"],"x":1031,"y":340,"width":89,"height":18}]},
    {"id":"farcaster.asking → farcaster.failed","d":"M1215 273.5L1215 302L1480 302L1480 597","labels":[{"lines":["askUrl failed","◷ answer (100 s)"],"x":1350,"y":427,"width":126,"height":34}]},
    {"id":"farcaster.waiting → farcaster.signingOut","d":"M1014 478L1014 502L916 502L916 990","labels":[{"lines":["farcaster.cancel [toSignOut]","farcaster.viewLeft [toSignOut]","modal.closed [toSignOut]","account.connected [otherToSignOut]"],"x":655,"y":688,"width":257,"height":66}]},
    {"id":"farcaster.waiting → farcaster.idle","d":"M967 410L967 110L1145 110L1145 76","labels":[{"lines":["farcaster.cancel","farcaster.viewLeft","modal.closed","account.connected [isOther]"],"x":757,"y":212,"width":206,"height":66}]},
    {"id":"farcaster.waiting → farcaster.connecting","d":"M943 478L943 492L621 492L621 580L515 580L515 602.5","labels":[{"lines":["connectFarcaster done"],"x":455,"y":532,"width":162,"height":18}]},
    {"id":"farcaster.waiting → farcaster.failed","d":"M1084 478L1084 492L1463 492L1463 580L1434 580L1434 597","labels":[{"lines":["connectFarcaster failed [unanswered]","connectFarcaster failed","◷ answer (100 s)"],"x":1187,"y":516,"width":272,"height":50}]},
    {"id":"farcaster.connecting → farcaster.signingOut","d":"M419 654.5L419 674L310 674L310 956L885 956L885 990","labels":[{"lines":["farcaster.cancel [toSignOut]","farcaster.viewLeft [toSignOut]","connectWallet done [calledOffToSignOut]"],"x":12,"y":790,"width":294,"height":50}]},
    {"id":"farcaster.connecting → farcaster.idle","d":"M438 602.5L438 90L1127 90L1127 76","labels":[{"lines":["farcaster.cancel","farcaster.viewLeft","connectWallet done [connected]","connectWallet done [calledOff]"],"x":206,"y":316,"width":228,"height":66}]},
    {"id":"farcaster.connecting → farcaster.unconnected","d":"M477 654.5L477 674L486 674L486 785.5","labels":[{"lines":["connectWallet done","connectWallet failed","◷ connect (140 s)"],"x":327,"y":696,"width":155,"height":50}]},
    {"id":"farcaster.unconnected → farcaster.signingOut","d":"M544 837.5L544 862L899 862L899 956L900 956L900 990","labels":[{"lines":["farcaster.cancel [toSignOut]","farcaster.viewLeft [toSignOut]","modal.closed [toSignOut]","account.connected [otherToSignOut]"],"x":638,"y":876,"width":257,"height":66}]},
    {"id":"farcaster.unconnected → farcaster.idle","d":"M601 785.5L601 768L638 768L638 100L1136 100L1136 76","labels":[{"lines":["farcaster.cancel","farcaster.viewLeft","modal.closed","account.connected [isOther]"],"x":643,"y":411,"width":206,"height":66}]},
    {"id":"farcaster.unconnected → farcaster.connecting","d":"M544 785.5L544 768L499 768L499 674L534 674L534 654.5","labels":[{"lines":["farcaster.retry"],"x":504,"y":712,"width":118,"height":18}]},
    {"id":"farcaster.failed → farcaster.signingOut","d":"M1503 649L1503 966L948 966L948 990","labels":[{"lines":["farcaster.cancel [toSignOut]","farcaster.viewLeft [toSignOut]","modal.closed [toSignOut]","account.connected [otherToSignOut]"],"x":1242,"y":782,"width":257,"height":66}]},
    {"id":"farcaster.failed → farcaster.idle","d":"M1571 597L1571 580L1720 580L1720 100L1172 100L1172 76","labels":[{"lines":["farcaster.cancel","farcaster.viewLeft","modal.closed","account.connected [isOther]"],"x":1510,"y":316,"width":206,"height":66}]},
    {"id":"farcaster.failed → farcaster.asking","d":"M1525 597L1525 580L1493 580L1493 292L1261 292L1261 273.5","labels":[{"lines":["farcaster.retry","farcaster.begin"],"x":1498,"y":427,"width":118,"height":34}]},
    {"id":"farcaster.signingOut → farcaster.idle","d":"M963 990L963 976L1859 976L1859 90L1181 90L1181 76","labels":[{"lines":["signOut done","signOut failed","◷ signOut (3 s)"],"x":1737,"y":516,"width":118,"height":50}]},
  ],
}
