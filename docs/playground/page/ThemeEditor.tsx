import { presets, useActorSelector } from '../../../react-skin/index.ts'
import { accentContrast, DEFAULTS, type Look } from './look.ts'

const names = Object.keys(presets) as (keyof typeof presets)[]
const LEGIBLE = 4.5

/** Edits the skin's colors, corners and width with a live preview. */
export function ThemeEditor({ look, setLook }: { look: Look; setLook: (look: Look) => void }) {
  const scheme = useActorSelector('theme', (snapshot) => (snapshot.hasTag('dark') ? 'dark' : 'light'))
  const preset = look.preset ? presets[look.preset] : undefined
  const accent = look[scheme] ?? preset?.[scheme].accent ?? DEFAULTS[scheme]
  const ratio = accentContrast(look, scheme)
  const { locale, frame } = look
  const kept: Look = { ...(locale && { locale }), ...(frame && { frame }) }
  const touched = JSON.stringify(look) !== JSON.stringify(kept)
  const corners = look.corners ?? (preset && 'radiusCard' in preset ? Number.parseInt(preset.radiusCard, 10) : 16)
  const width = look.width ?? DEFAULTS.width
  return (
    <section className="editor" aria-label="Theme">
      <header>
        <h3>Make it yours</h3>
        <button type="button" className="plain" disabled={!touched} onClick={() => setLook(kept)}>
          Reset
        </button>
      </header>
      <div className="presets" role="group" aria-label="Presets">
        <button type="button" aria-pressed={look.preset === undefined} onClick={() => setLook(kept)}>
          <span className="swatch" data-preset="own" />
          Latchkey
        </button>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={look.preset === name}
            onClick={() => setLook({ ...kept, preset: name })}
          >
            <span className="swatch" data-preset={name} />
            {name.charAt(0).toUpperCase() + name.slice(1)}
          </button>
        ))}
      </div>
      <label className="row">
        <span>Accent, {scheme}</span>
        <span data-fault={ratio < LEGIBLE ? '' : undefined}>
          {ratio < LEGIBLE ? `${ratio.toFixed(1)}:1, hard to read` : `${ratio.toFixed(1)}:1`}
        </span>
        <input
          type="color"
          value={accent}
          onChange={({ target: { value } }) => setLook({ ...look, [scheme]: value })}
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
          onChange={({ target: { value } }) => setLook({ ...look, corners: Number(value) })}
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
          onChange={({ target: { value } }) => setLook({ ...look, width: Number(value) })}
        />
      </label>
    </section>
  )
}
