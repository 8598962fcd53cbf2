import { presets, useActorSelector } from '../../../react-skin/index.ts'
import { accentContrast, DEFAULTS, type Appearance } from './appearance.ts'

const names = Object.keys(presets) as (keyof typeof presets)[]
const MIN_CONTRAST = 4.5

/** Edits the skin's colors, corners and width with a live preview. */
export function ThemeEditor({
  appearance,
  setAppearance,
}: {
  appearance: Appearance
  setAppearance: (appearance: Appearance) => void
}) {
  const scheme = useActorSelector('theme', (snapshot) => (snapshot.hasTag('dark') ? 'dark' : 'light'))
  const preset = appearance.preset ? presets[appearance.preset] : undefined
  const accent = appearance[scheme] ?? preset?.[scheme].accent ?? DEFAULTS[scheme]
  const ratio = accentContrast(appearance, scheme)
  const { locale, frame } = appearance
  const defaultAppearance: Appearance = { ...(locale && { locale }), ...(frame && { frame }) }
  const isChanged = JSON.stringify(appearance) !== JSON.stringify(defaultAppearance)
  const corners = appearance.corners ?? (preset && 'radiusCard' in preset ? Number.parseInt(preset.radiusCard, 10) : 16)
  const width = appearance.width ?? DEFAULTS.width
  return (
    <section className="editor" aria-label="Theme">
      <header>
        <h3>Make it yours</h3>
        <button type="button" className="plain" disabled={!isChanged} onClick={() => setAppearance(defaultAppearance)}>
          Reset
        </button>
      </header>
      <div className="presets" role="group" aria-label="Presets">
        <button
          type="button"
          aria-pressed={appearance.preset === undefined}
          onClick={() => setAppearance(defaultAppearance)}
        >
          <span className="swatch" data-preset="own" />
          Latchkey
        </button>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={appearance.preset === name}
            onClick={() => setAppearance({ ...defaultAppearance, preset: name })}
          >
            <span className="swatch" data-preset={name} />
            {name.charAt(0).toUpperCase() + name.slice(1)}
          </button>
        ))}
      </div>
      <label className="row">
        <span>Accent, {scheme}</span>
        <span data-fault={ratio < MIN_CONTRAST ? '' : undefined}>
          {ratio < MIN_CONTRAST ? `${ratio.toFixed(1)}:1, hard to read` : `${ratio.toFixed(1)}:1`}
        </span>
        <input
          type="color"
          value={accent}
          onChange={({ target: { value } }) => setAppearance({ ...appearance, [scheme]: value })}
        />
      </label>
      <label className="row">
        <span>Corners</span>
        <span>{corners} px</span>
        <input
          type="range"
          min={0}
          max={32}
          step={2}
          value={corners}
          onChange={({ target: { value } }) => setAppearance({ ...appearance, corners: Number(value) })}
        />
      </label>
      <label className="row">
        <span>Width</span>
        <span>{width} px</span>
        <input
          type="range"
          min={300}
          max={440}
          step={10}
          value={width}
          onChange={({ target: { value } }) => setAppearance({ ...appearance, width: Number(value) })}
        />
      </label>
    </section>
  )
}
