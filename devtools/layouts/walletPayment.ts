/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1271,
  height: 696,
  boxes: [
    {"id":"walletPayment begins","kind":"dot","title":"","reactions":[],"x":1077,"y":12,"width":10,"height":10},
    {"id":"walletPayment.deciding","kind":"state","title":"deciding","reactions":[],"x":1035,"y":44,"width":93,"height":32},
    {"id":"walletPayment.asking","kind":"state","title":"asking","reactions":[],"x":567,"y":104,"width":76,"height":32},
    {"id":"walletPayment.keeping","kind":"state","title":"keeping","reactions":[],"x":576,"y":204,"width":84,"height":32},
    {"id":"walletPayment.claiming","kind":"state","title":"claiming","reactions":[],"x":1035,"y":204,"width":93,"height":32},
    {"id":"walletPayment.waiting","kind":"state","title":"waiting","reactions":[],"x":1171,"y":348,"width":84,"height":32},
    {"id":"walletPayment.confirming","kind":"state","title":"confirming","reactions":[],"x":852,"y":351,"width":110,"height":32},
    {"id":"walletPayment.finishing","kind":"state","title":"finishing","reactions":[],"x":622,"y":482.5,"width":101,"height":32},
    {"id":"walletPayment.ended","kind":"final","title":"ended","reactions":[],"x":642,"y":652,"width":72,"height":32},
  ],
  arrows: [
    {"id":"walletPayment begins → walletPayment.deciding","d":"M1082 22L1082 44","labels":[]},
    {"id":"walletPayment.deciding → walletPayment.claiming","d":"M1082 76L1082 204","labels":[{"lines":["[resumed]"],"x":1004,"y":111,"width":74,"height":18}]},
    {"id":"walletPayment.deciding → walletPayment.asking","d":"M1058 76L1058 90L605 90L605 104","labels":[]},
    {"id":"walletPayment.asking → walletPayment.ended","d":"M592 136L592 150L171 150L171 628L652 628L652 652","labels":[{"lines":["walletPayment.cancel","requests.settled","◷ lost (620 s)"],"x":12,"y":342,"width":155,"height":50}]},
    {"id":"walletPayment.asking → walletPayment.keeping","d":"M618 136L618 204","labels":[{"lines":["requests.settled [sent]"],"x":437,"y":164,"width":177,"height":18}]},
    {"id":"walletPayment.keeping → walletPayment.ended","d":"M597 236L597 250L347 250L347 618L663 618L663 652","labels":[{"lines":["walletPayment.cancel"],"x":188,"y":428,"width":155,"height":18}]},
    {"id":"walletPayment.keeping → walletPayment.finishing","d":"M618 236L618 468L656 468L656 482.5","labels":[{"lines":["walletPayment.settle [ownSuccess]","walletPayment.settle [own]"],"x":364,"y":350,"width":250,"height":34}]},
    {"id":"walletPayment.keeping → walletPayment.confirming","d":"M639 236L639 250L889 250L889 351","labels":[{"lines":["keep done","keep failed","◷ keep (2 s)"],"x":789,"y":264,"width":96,"height":50}]},
    {"id":"walletPayment.claiming → walletPayment.ended","d":"M1082 236L1082 628L693 628L693 652","labels":[{"lines":["walletPayment.cancel","claim done [known]"],"x":923,"y":420,"width":155,"height":34}]},
    {"id":"walletPayment.claiming → walletPayment.confirming","d":"M1058 236L1058 328L925 328L925 351","labels":[{"lines":["claim done [ours]","claim failed"],"x":921,"y":272,"width":133,"height":34}]},
    {"id":"walletPayment.claiming → walletPayment.waiting","d":"M1105 236L1105 250L1199 250L1199 348","labels":[{"lines":["claim done","◷ keep (2 s)"],"x":1099,"y":272,"width":96,"height":34}]},
    {"id":"walletPayment.waiting → walletPayment.ended","d":"M1213 380L1213 406L1258 406L1258 638L704 638L704 652","labels":[{"lines":["walletPayment.cancel"],"x":1099,"y":490,"width":155,"height":18}]},
    {"id":"walletPayment.waiting → walletPayment.deciding","d":"M1227 348L1227 328L1216 328L1216 90L1105 90L1105 76","labels":[{"lines":["◷ pause (3 s)"],"x":1108,"y":164,"width":104,"height":18}]},
    {"id":"walletPayment.confirming → walletPayment.ended","d":"M925 383L925 406L906 406L906 618L683 618L683 652","labels":[{"lines":["walletPayment.cancel","◷ settle (45 s)"],"x":747,"y":482,"width":155,"height":34}]},
    {"id":"walletPayment.confirming → walletPayment.finishing","d":"M889 383L889 468L689 468L689 482.5","labels":[{"lines":["walletPayment.settle [ownSuccess]","walletPayment.settle [own]"],"x":635,"y":420,"width":250,"height":34}]},
    {"id":"walletPayment.finishing → walletPayment.ended","d":"M673 514.5L673 652","labels":[{"lines":["walletPayment.cancel","finish done","finish failed","◷ keep (2 s)"],"x":514,"y":538,"width":155,"height":66}]},
  ],
}
