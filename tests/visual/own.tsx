/** What an app adds to the skin, or puts in its place. */
import { Button, Note, type OwnSlots, type OwnViews } from '../../react-skin/index.ts'
import { open, type Scene, type Stage } from './stage.tsx'

const words = {
  en: {
    new: 'New here? Any wallet will do, and none costs anything.',
    terms: 'By connecting you agree to our terms and to how we handle what we know of you.',
    contact: 'Talk to us',
    own: 'A view of the site’s own, with the padding of the others.',
  },
  ar: {
    new: 'جديد هنا؟ أي محفظة تكفي، ولا شيء منها يكلف مالًا.',
    terms: 'بالاتصال فإنك توافق على شروطنا وعلى طريقة تعاملنا مع ما نعرفه عنك.',
    contact: 'تحدث إلينا',
    own: 'عرض خاص بالموقع، بنفس هوامش العروض الأخرى.',
  },
}

const slots = ({ locale }: Stage): OwnSlots => ({
  Connect: {
    before: () => <Note>{words[locale].new}</Note>,
    after: () => (
      <>
        <Button>{words[locale].contact}</Button>
        <p>
          <small>{words[locale].terms}</small>
        </p>
      </>
    ),
  },
})
const views = ({ locale }: Stage): OwnViews => ({ Connect: () => <p>{words[locale].own}</p> })

export const own: Record<string, Scene> = {
  'Connect, with what a site adds': (stage) =>
    open(stage, { slots: slots(stage), options: { enableWalletConnect: true }, until: '[data-part="slot"] small' }),
  'Connect, of a site’s own': (stage) =>
    open(stage, { views: views(stage), slots: slots(stage), until: '[data-part="own-view"]' }),
}
