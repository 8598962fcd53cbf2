import type { Theme } from './theme.ts'

/** Themes to start with. Each has a contrast of at least 4.5:1 in both color schemes. */
export const presets = {
  /** Rounded, with green accents. */
  mint: {
    radiusCard: '24px',
    radiusRow: '16px',
    light: { accent: '#0b6b4f', onAccent: '#ffffff' },
    dark: {
      accent: '#6fe0b5',
      onAccent: '#06291d',
      surface: '#121815',
      raised: '#1b2420',
      hover: '#25302b',
      line: '#2c3933',
    },
  },
  /** Warm, with orange accents. */
  ember: {
    light: {
      accent: '#b3370f',
      onAccent: '#ffffff',
      surface: '#fffdfb',
      raised: '#faf3ee',
      hover: '#f3e8e0',
      line: '#eaddd3',
    },
    dark: {
      accent: '#ffab85',
      onAccent: '#36120a',
      surface: '#1a1513',
      raised: '#251d1a',
      hover: '#302622',
      line: '#3a2f2a',
    },
  },
  /** Black and white, with square corners. */
  mono: {
    radiusCard: '4px',
    radiusRow: '4px',
    radiusPicture: '4px',
    radiusTag: '2px',
    light: { accent: '#14161b', onAccent: '#ffffff', accentSoft: '#ececef' },
    dark: {
      accent: '#f1f3f8',
      onAccent: '#14161b',
      surface: '#0e0f11',
      raised: '#191b1f',
      hover: '#24272c',
      line: '#2d3036',
    },
  },
} as const satisfies Record<string, Theme>
