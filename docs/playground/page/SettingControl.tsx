import { useId } from 'react'
import { presets, useActorSelector } from '../../../react-skin/index.ts'
import { accentContrast, DEFAULTS, readAppearance, type Appearance } from './appearance.ts'
import { isStatic } from './sandbox.ts'
import {
  choiceIn,
  choiceValue,
  isOn,
  switchValue,
  type Choice,
  type ChoiceSetting,
  type ColorSetting,
  type RangeSetting,
  type Setting,
  type SwitchSetting,
} from './settings.ts'

const MIN_CONTRAST = 4.5
const SERVER_HINT = 'Needs the local services: npm start.'
interface ControlProps<Kind extends Setting = Setting> {
  setting: Kind
  query: URLSearchParams
  change: (setting: Setting, value: string | undefined) => void
}

/** A setting with its label and its hint. */
export function SettingControl({ setting, ...rest }: ControlProps) {
  switch (setting.kind) {
    case 'switch':
      return <SwitchControl setting={setting} {...rest} />
    case 'choice':
      return <ChoiceControl setting={setting} {...rest} />
    case 'color':
      return <ColorControl setting={setting} {...rest} />
    case 'range':
      return <RangeControl setting={setting} {...rest} />
  }
}

/** The attributes that connect a control with its hint. */
const useControl = ({ kind, name, hint, needsServer }: Setting) => {
  const hintId = useId()
  const isDisabled = isStatic && needsServer === true
  const text = isDisabled ? SERVER_HINT : hint
  return {
    attributes: {
      'data-setting': `${kind} ${name}`,
      disabled: isDisabled,
      ...(text !== undefined && { 'aria-describedby': hintId }),
    },
    isDisabled,
    hint: text !== undefined && (
      <span className="hint" id={hintId}>
        {text}
      </span>
    ),
  }
}

function SwitchControl({ setting, query, change }: ControlProps<SwitchSetting>) {
  const { attributes, hint, isDisabled } = useControl(setting)
  return (
    <div className="setting">
      <label>
        <span>{setting.label}</span>
        <input
          type="checkbox"
          // A checkbox has its state from `checked`.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          checked={isOn(setting, query) && !isDisabled}
          onChange={({ target: { checked } }) => change(setting, switchValue(setting, checked))}
          {...attributes}
        />
      </label>
      {hint}
    </div>
  )
}

const Options = ({ choices }: { choices: readonly Choice[] }) =>
  choices
    .filter(({ needsServer }) => !isStatic || !needsServer)
    .map(({ value, label, lang }) => (
      <option key={value} value={value} lang={lang}>
        {label}
      </option>
    ))

function ChoiceControl({ setting, query, change }: ControlProps<ChoiceSetting>) {
  const { choices, more, label, name } = setting
  const { attributes, hint } = useControl(setting)
  const value = choiceIn(setting, query)
  // The panel of a wallet can turn on several failures.
  const isSeveral = name === 'wallet' && (query.get(name) ?? '').includes(',')
  return (
    <div className="setting" data-stacked="">
      <label>
        <span>{label}</span>
        <select
          value={isSeveral ? 'several' : (value ?? choices[0].value)}
          onChange={({ target }) => change(setting, choiceValue(setting, target.value))}
          {...attributes}
        >
          {isSeveral && <option value="several">Has several faults</option>}
          <Options choices={choices} />
          {more && (
            <optgroup label={more.label}>
              <Options choices={more.choices} />
            </optgroup>
          )}
        </select>
      </label>
      {hint}
    </div>
  )
}

const presetOf = ({ preset }: Appearance) => (preset ? presets[preset] : undefined)

function ColorControl({ setting, query, change }: ControlProps<ColorSetting>) {
  const appearance = readAppearance(query)
  const { scheme, label } = setting
  const { attributes } = useControl(setting)
  const isShown = useActorSelector('theme', (snapshot) => snapshot.hasTag('dark') === (scheme === 'dark'))
  const color = appearance[scheme] ?? presetOf(appearance)?.[scheme].accent ?? DEFAULTS[scheme]
  const ratio = accentContrast(appearance, scheme)
  // The color of the other scheme would change nothing on screen.
  if (!isShown) return null
  return (
    <div className="setting" data-stacked="">
      <label>
        <span>{label}</span>
        <span className="value" data-fault={ratio < MIN_CONTRAST ? '' : undefined}>
          {ratio < MIN_CONTRAST ? `${ratio.toFixed(1)}:1, hard to read` : `${ratio.toFixed(1)}:1`}
        </span>
        <input
          type="color"
          value={color}
          onChange={({ target: { value } }) => change(setting, value.slice(1))}
          {...attributes}
        />
      </label>
    </div>
  )
}

/** The value of a range that is not in the URL. */
function defaultPixels(name: string, appearance: Appearance): number {
  const preset = presetOf(appearance)
  if (name === 'width') return DEFAULTS.width
  return preset && 'radiusCard' in preset ? Number.parseInt(preset.radiusCard, 10) : DEFAULTS.corners
}

function RangeControl({ setting, query, change }: ControlProps<RangeSetting>) {
  const { name, label, min, max, step } = setting
  const { attributes } = useControl(setting)
  const appearance = readAppearance(query)
  const value = appearance[name === 'width' ? 'width' : 'corners'] ?? defaultPixels(name, appearance)
  return (
    <div className="setting" data-stacked="">
      <label>
        <span>{label}</span>
        <span className="value">{value} px</span>
        <input
          type="range"
          aria-label={label}
          min={min}
          max={max}
          step={step}
          value={value}
          onChange={({ target }) => change(setting, target.value)}
          {...attributes}
        />
      </label>
    </div>
  )
}
