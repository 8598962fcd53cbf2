/** The style sheet of the devtools. In its shadow root, it neither affects the page's styles nor is affected by them. */
export const styles = `
:host {
  all: initial;
  display: block;
}

:host([data-place='dock']) {
  display: contents;
}

.charts {
  color-scheme: light;
  --charts-paper: #fff;
  --charts-box: #f6f7f9;
  --charts-inside: #fbfcfd;
  --charts-line: #c3c9d4;
  --charts-edge: #868d9b;
  --charts-ink: #1b1f27;
  --charts-soft: #59616f;
  --charts-arrow: #8a93a3;
  --charts-lit: #dff3e4;
  --charts-lit-line: #1d7f43;
  --charts-marked: #b3370f;
  --charts-focus: #2f6fed;
  --charts-mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  display: grid;
  grid-template-areas:
    'options options options' 'list main side' 'sequence sequence sequence'
    'recording recording recording';
  grid-template-columns: minmax(192px, 272px) minmax(0, 1fr) minmax(224px, 320px);
  gap: 24px;
  align-items: start;
  color: var(--charts-ink);
  background: var(--charts-paper);
  font:
    15px/1.45 system-ui,
    sans-serif;
}

@media (prefers-color-scheme: dark) {
  :host(:not([data-scheme='light'])) .charts {
    color-scheme: dark;
    --charts-paper: #16181d;
    --charts-box: #20252d;
    --charts-inside: #191d23;
    --charts-line: #3d4552;
    --charts-edge: #7d8594;
    --charts-ink: #e8ebf0;
    --charts-soft: #a2abba;
    --charts-arrow: #75808f;
    --charts-lit: #153a25;
    --charts-lit-line: #4fc27b;
    --charts-marked: #ffab85;
    --charts-focus: #7ba6ff;
  }
}

:host([data-scheme='dark']) .charts {
  color-scheme: dark;
  --charts-paper: #16181d;
  --charts-box: #20252d;
  --charts-inside: #191d23;
  --charts-line: #3d4552;
  --charts-edge: #7d8594;
  --charts-ink: #e8ebf0;
  --charts-soft: #a2abba;
  --charts-arrow: #75808f;
  --charts-lit: #153a25;
  --charts-lit-line: #4fc27b;
  --charts-marked: #ffab85;
  --charts-focus: #7ba6ff;
}

.charts :is(h3, h4, p, ul, ol, pre) {
  margin: 0;
  padding: 0;
}

.charts h3 {
  font-size: 15px;
}

.charts :is(.charts-list h3, h4) {
  margin-block: 12px 4px;
  color: var(--charts-soft);
  font-size: 13px;
  font-weight: 600;
}

.charts-names > h3:first-child,
.charts-next > h4:first-of-type {
  margin-block-start: 0;
}

.charts :is(ul, ol) {
  list-style: none;
}

.charts p {
  color: var(--charts-soft);
}

.charts :focus-visible {
  outline: 2px solid var(--charts-focus);
  outline-offset: 1px;
}

.charts :is(input[type='search'], textarea) {
  box-sizing: border-box;
  inline-size: 100%;
  min-block-size: 40px;
  padding: 6px 12px;
  border: 1px solid var(--charts-edge);
  border-radius: 10px;
  background: var(--charts-paper);
  color: inherit;
  font: inherit;
  font-size: 14px;
}

.charts ::placeholder {
  color: var(--charts-soft);
  opacity: 1;
}

.charts-options {
  display: flex;
  flex-wrap: wrap;
  grid-area: options;
  gap: 8px 24px;
  align-items: center;
}

.charts-inspector {
  display: flex;
  flex: 1 1 320px;
  flex-wrap: wrap;
  gap: 4px 12px;
  align-items: center;
  font-size: 13px;
}

.charts-inspector button {
  flex: none;
}

.charts-mask {
  display: inline-flex;
  gap: 8px;
  align-items: center;
  min-block-size: 24px;
  font-size: 14px;
}

.charts-mask input {
  inline-size: 18px;
  block-size: 18px;
  margin: 0;
  accent-color: var(--charts-focus);
}

.charts-list {
  display: grid;
  grid-area: list;
  gap: 12px;
}

.charts-names {
  max-block-size: 736px;
  padding: 2px;
  overflow: auto;
  scrollbar-width: thin;
}

.charts-names button {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 12px;
  box-sizing: border-box;
  inline-size: 100%;
  padding: 5px 10px;
  border: 1px solid transparent;
  border-radius: 8px;
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
  cursor: pointer;
}

.charts-names button:hover {
  background: var(--charts-box);
}

.charts-names button[aria-pressed='true'] {
  border-color: var(--charts-line);
  background: var(--charts-box);
  font-weight: 600;
}

.charts-names li[data-depth='1'] {
  padding-inline-start: 12px;
}

.charts-names li[data-depth='2'] {
  padding-inline-start: 24px;
}

.charts-names li[data-depth='3'] {
  padding-inline-start: 36px;
}

.charts-names li[data-depth='4'] {
  padding-inline-start: 48px;
}

.charts-effect {
  margin-inline-start: 10px;
  color: var(--charts-soft);
  font-size: 13px;
  overflow-wrap: anywhere;
}

.charts-name {
  overflow-wrap: anywhere;
}

.charts-value {
  color: var(--charts-soft);
  font-size: 13px;
  font-weight: 400;
  margin-inline-start: auto;
}

.charts-main {
  grid-area: main;
  min-inline-size: 0;
}

.charts-side {
  display: grid;
  grid-area: side;
  gap: 20px;
  min-inline-size: 0;
}

.charts-side section {
  min-inline-size: 0;
}

.charts-side h3 {
  margin-block-end: 8px;
}

.charts-head {
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  align-items: center;
  justify-content: space-between;
}

.charts-head h3 {
  font-size: 20px;
  overflow-wrap: anywhere;
}

.charts-tools {
  display: flex;
  gap: 4px;
  align-items: center;
}

.charts :is(.charts-tools, .charts-size, .charts-inspector, .charts-next, .timeline, .replay-result) button {
  min-block-size: 32px;
  padding: 4px 12px;
  border: 1px solid var(--charts-line);
  border-radius: 8px;
  background: var(--charts-box);
  color: inherit;
  font: inherit;
  font-size: 13px;
  cursor: pointer;
}

.charts :is(.charts-tools, .charts-size, .charts-inspector, .charts-next, .timeline, .replay-result) button:hover:not(:disabled) {
  border-color: var(--charts-edge);
}

.charts :is(.charts-tools, .charts-size) button[aria-pressed='true'] {
  border-color: var(--charts-focus);
  box-shadow: inset 0 0 0 1px var(--charts-focus);
}

.charts-size {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 8px;
  align-items: center;
  margin-block-start: 12px;
  font-size: 13px;
}

.charts-size output {
  min-inline-size: 52px;
  font-variant-numeric: tabular-nums;
  text-align: center;
}

.charts button:disabled {
  color: var(--charts-soft);
  cursor: default;
}

.charts .charts-next button {
  font-family: var(--charts-mono);
  font-size: 12px;
  overflow-wrap: anywhere;
  text-align: start;
}

.charts-next ul {
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
}

.charts-next li:has(form) {
  inline-size: 100%;
}

.charts-next form {
  display: grid;
  gap: 8px;
  margin-block: 8px;
  padding: 12px;
  border: 1px solid var(--charts-line);
  border-radius: 10px;
}

.charts-next form :is(p, button) {
  justify-self: start;
  font-size: 13px;
}

.charts-next form p:empty {
  display: none;
}

.charts .charts-next textarea {
  padding: 8px;
  font: 12px/1.5 var(--charts-mono);
  resize: vertical;
}

.charts-next textarea[aria-invalid='true'] {
  border-color: var(--charts-marked);
}

.timeline {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 4px 12px;
  align-items: center;
  font-size: 13px;
}

.timeline label {
  display: flex;
  gap: 12px;
  align-items: center;
}

.timeline label span {
  flex: none;
  font-weight: 600;
}

.timeline input {
  inline-size: 100%;
  min-block-size: 24px;
  margin: 0;
  accent-color: var(--charts-lit-line);
}

.timeline output {
  grid-row: 2;
  color: var(--charts-soft);
  overflow-wrap: anywhere;
}

.charts-anywhere {
  margin-block-start: 16px;
  font-size: 14px;
}

:is(.charts-anywhere, .sequence) summary {
  min-block-size: 24px;
  cursor: pointer;
}

.sequence {
  grid-area: sequence;
  min-inline-size: 0;
}

.sequence > header {
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  align-items: center;
  justify-content: space-between;
  margin-block-end: 12px;
}

.sequence > header input {
  max-inline-size: 320px;
}

.sequence-list {
  max-block-size: 416px;
  border: 1px solid var(--charts-line);
  border-radius: 12px;
  overflow: auto;
}

.sequence-list > p {
  padding: 8px 14px;
}

.sequence-list li {
  padding: 6px 14px;
  font-size: 13px;
}

.sequence-list li + li {
  border-block-start: 1px solid var(--charts-line);
}

.sequence-head {
  display: grid;
  grid-template-columns: 72px minmax(0, 1fr) minmax(0, 1fr);
  gap: 0 16px;
  align-items: baseline;
}

.sequence-head::-webkit-details-marker {
  display: none;
}

summary.sequence-head strong::after {
  padding-inline-start: 8px;
  color: var(--charts-soft);
  content: '+';
}

[open] > summary.sequence-head strong::after {
  content: '–';
}

.sequence-head :is(span, strong) {
  overflow-wrap: anywhere;
}

.sequence-head time,
.sequence-way {
  color: var(--charts-soft);
}

.sequence-head time {
  font-variant-numeric: tabular-nums;
}

.sequence-head strong {
  font: 600 12px/1.5 var(--charts-mono);
}

.sequence-head strong[data-kind='command'] {
  color: var(--charts-focus);
}

.sequence-list pre {
  max-block-size: 256px;
  margin-block: 6px;
  padding-inline-start: 88px;
  font: 12px/1.5 var(--charts-mono);
  overflow: auto;
}

.recording {
  display: grid;
  grid-area: recording;
  gap: 12px;
  min-inline-size: 0;
}

.recording > header {
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  align-items: center;
  justify-content: space-between;
}

.recording .charts-tools {
  flex-wrap: wrap;
}

.recording > p {
  max-inline-size: 704px;
}

.charts .recording-fault {
  color: var(--charts-marked);
}

.replay {
  display: grid;
  gap: 12px;
  min-inline-size: 0;
}

.replay-bar {
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  align-items: center;
  font-size: 13px;
}

.replay-bar input {
  flex: 1 1 192px;
  min-inline-size: 0;
  min-block-size: 24px;
  margin: 0;
  accent-color: var(--charts-lit-line);
}

.replay-position {
  color: var(--charts-soft);
  font-variant-numeric: tabular-nums;
}

.replay-result {
  overflow-wrap: anywhere;
}

.charts .replay-result[data-differs] {
  color: var(--charts-marked);
}

.replay-step {
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 16px 24px;
  align-items: start;
}

.replay-step > section {
  min-inline-size: 0;
}

.replay-step > section > h4:first-child {
  margin-block-start: 0;
}

.charts .replay-input {
  margin-block-end: 8px;
  color: inherit;
  overflow-wrap: anywhere;
}

.replay-list li {
  font: 12px/1.5 var(--charts-mono);
  overflow-wrap: anywhere;
}

.replay-states {
  box-sizing: border-box;
  max-block-size: 384px;
  border: 1px solid var(--charts-line);
  border-radius: 12px;
  overflow: auto;
  scrollbar-width: thin;
}

.replay-states li {
  display: flex;
  flex-wrap: wrap;
  gap: 0 12px;
  align-items: baseline;
  padding: 5px 12px;
  font-size: 14px;
}

.replay-states li + li {
  border-block-start: 1px solid var(--charts-line);
}

.replay-states li[data-rank='0'] {
  box-shadow: inset 3px 0 var(--charts-marked);
}

.replay-states li[data-rank='1'] {
  background: var(--charts-lit);
}

.replay-states .charts-value {
  overflow-wrap: anywhere;
}

.replay-states strong {
  color: var(--charts-ink);
}

.charts-main header {
  display: grid;
  gap: 4px;
}

.charts-main header p {
  max-inline-size: 704px;
}

.charts p strong {
  color: var(--charts-ink);
}

.charts-now strong {
  padding: 1px 8px;
  border: 1px solid var(--charts-lit-line);
  border-radius: 16px;
  background: var(--charts-lit);
}

.charts-scroll {
  max-block-size: max(480px, 90vh);
  margin-block: 8px 16px;
  overflow: auto;
  scrollbar-gutter: stable;
  border: 1px solid var(--charts-line);
  border-radius: 12px;
}

.charts-text {
  overflow: auto;
  max-block-size: 384px;
  white-space: pre;
  font: 12px/1.5 var(--charts-mono);
}

.chart {
  display: block;
  margin-inline: auto;
  font-family: var(--charts-mono);
}

.chart-state rect {
  fill: var(--charts-box);
  stroke: var(--charts-line);
}

.chart-compound rect {
  fill: var(--charts-inside);
}

.chart-state .chart-inner {
  fill: none;
}

.chart-lit > rect {
  stroke: var(--charts-lit-line);
  stroke-width: 2;
}

.chart-lit:not(.chart-compound) > rect:first-child {
  fill: var(--charts-lit);
}

.chart-marked > rect:first-child {
  stroke: var(--charts-marked);
  stroke-width: 2;
  stroke-dasharray: 5 3;
}

.chart-title {
  fill: var(--charts-ink);
  font-size: 14px;
  font-weight: 600;
  text-anchor: middle;
}

.chart-small {
  fill: var(--charts-soft);
  font-size: 12px;
}

.chart-arrow {
  fill: none;
  stroke: var(--charts-arrow);
  stroke-width: 1.25;
  stroke-linejoin: round;
}

.chart-tip,
.chart-dot {
  fill: var(--charts-arrow);
}

/* The chart across the whole row, with the lists below it. */
.charts[data-wide] {
  grid-template-areas: 'options options' 'main main' 'list side' 'sequence sequence' 'recording recording';
  grid-template-rows: none;
  grid-template-columns: minmax(192px, 272px) minmax(0, 1fr);
}

@media (max-width: 1360px) {
  .charts:not([data-wide]) {
    grid-template-areas: 'options options' 'list main' 'list side' 'sequence sequence' 'recording recording';
    grid-template-rows: auto auto 1fr auto;
    grid-template-columns: minmax(192px, 272px) minmax(0, 1fr);
  }
}

@media (max-width: 768px) {
  .charts,
  .charts[data-wide],
  .charts:not([data-wide]) {
    grid-template-areas: 'options' 'list' 'main' 'side' 'sequence' 'recording';
    grid-template-columns: minmax(0, 1fr);
  }

  .charts-names {
    max-block-size: 256px;
    padding: 8px;
    border: 1px solid var(--charts-line);
    border-radius: 12px;
  }

  .charts :is(.charts-tools, .charts-size, .charts-inspector, .charts-next, .timeline, .replay-result) button,
  .charts :is(.charts-names button, .charts-anywhere summary) {
    min-block-size: 44px;
  }

  .sequence-head {
    grid-template-columns: 72px minmax(0, 1fr);
  }

  .sequence-head strong {
    grid-column: 1 / -1;
  }

  .sequence-list pre {
    padding-inline-start: 0;
  }
}

@media (prefers-reduced-motion: no-preference) {
  .chart-state > rect {
    transition:
      fill 150ms,
      stroke 150ms;
  }
}

.sequence > header h3 {
  flex: 1;
}

.charts .lifelines {
  max-block-size: 416px;
  border: 1px solid var(--charts-line);
  border-radius: 12px;
  overflow: auto;
}

.lifelines svg {
  display: block;
  font: 12px var(--charts-mono);
}

.lifelines-names {
  position: sticky;
  inset-block-start: 0;
}

.lifelines-names rect {
  fill: var(--charts-box);
}

.lifelines-names text {
  fill: var(--charts-ink);
  font-weight: 600;
  text-anchor: middle;
}

.lifelines-life {
  stroke: var(--charts-line);
  stroke-dasharray: 3 4;
}

.lifelines-lines g {
  color: var(--charts-soft);
}

.lifelines-lines g[data-kind='command'] {
  color: var(--charts-focus);
}

.lifelines-way {
  stroke: currentColor;
  stroke-width: 1.25;
}

.lifelines-tip {
  fill: currentColor;
}

.lifelines-lines text {
  fill: currentColor;
  stroke: var(--charts-paper);
  stroke-width: 4px;
  paint-order: stroke;
}

.launcher {
  position: fixed;
  z-index: 2147483647;
  inset-block-end: 16px;
  inset-inline-start: 16px;
  min-block-size: 36px;
  padding: 6px 14px;
  border: 1px solid #868d9b;
  border-radius: 999px;
  background: #16181d;
  color: #f1f3f8;
  font: 600 13px/1.4 system-ui, sans-serif;
  pointer-events: auto;
  cursor: pointer;
}

.launcher:focus-visible {
  outline: 2px solid #2f6fed;
  outline-offset: 2px;
}

.launcher[hidden] {
  display: none;
}

.charts.dock {
  position: fixed;
  z-index: 2147483647;
  inset-inline: 0;
  inset-block-end: 0;
  display: flex;
  flex-direction: column;
  gap: 0;
  align-items: stretch;
  block-size: 58vh;
  block-size: 58dvh;
  border-block-start: 1px solid var(--charts-edge);
  box-shadow: 0 -8px 30px rgb(0 0 0 / 18%);
  pointer-events: auto;
}

.charts.dock[data-tall] {
  block-size: 100vh;
  block-size: 100dvh;
}

.dock-bar {
  display: flex;
  flex-wrap: wrap;
  gap: 8px 20px;
  align-items: center;
  padding: 8px 16px;
  border-block-end: 1px solid var(--charts-line);
}

.dock-bar h2 {
  flex: none;
  margin: 0;
  font-size: 15px;
}

.dock-bar h2:focus {
  outline: none;
}

.dock-bar .charts-mask {
  flex: 1;
}

.dock-body {
  display: grid;
  flex: 1;
  grid-template-areas: 'list main side';
  grid-template-columns: minmax(192px, 272px) minmax(0, 1fr) minmax(224px, 320px);
  gap: 24px;
  align-content: start;
  align-items: start;
  min-block-size: 0;
  padding: 16px;
  overflow: auto;
  overscroll-behavior: contain;
}

.dock-body[data-page='sequence'] {
  grid-template-areas: 'sequence';
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: minmax(0, 1fr);
  align-content: stretch;
  align-items: stretch;
}

.dock-body[data-page='recording'] {
  grid-template-areas: 'recording';
  grid-template-columns: minmax(0, 1fr);
}

.dock-body .sequence {
  display: flex;
  flex-direction: column;
  min-block-size: 0;
}

.dock-body .sequence :is(.lifelines, .sequence-list) {
  flex: 0 1 auto;
  min-block-size: 160px;
  max-block-size: none;
}

/* With little space, the drawing comes first and its description below. */
.dock-body .charts-main {
  display: flex;
  flex-direction: column;
  justify-content: start;
}

.dock-body .charts-main > header {
  display: contents;
}

.dock-body .charts-main > header > p:not(.charts-now) {
  order: 1;
  margin-block-start: 8px;
}

.dock-body .charts-now {
  margin-block-start: 4px;
}

.dock-body .charts-main > * {
  flex: none;
}

.dock-body .charts-scroll {
  max-block-size: max(240px, 60vh);
}

.dock-body[data-wide] {
  grid-template-areas: 'main main' 'list side';
  grid-template-columns: minmax(192px, 272px) minmax(0, 1fr);
}

/* Three columns that scroll separately. */
@media (min-width: 1101px) {
  .dock-body:not([data-wide], [data-page='sequence'], [data-page='recording']) {
    grid-template-rows: minmax(0, 1fr);
    align-content: stretch;
    align-items: stretch;
    padding-block: 0;
    overflow: hidden;
  }

  .dock-body:not([data-wide]) :is(.charts-list, .charts-main, .charts-side) {
    align-content: start;
    box-sizing: border-box;
    min-block-size: 0;
    padding: 16px 2px;
    overflow: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }

  .dock-body:not([data-wide]) .charts-names {
    max-block-size: none;
    overflow: visible;
  }
}

@media (max-width: 1100px) {
  .dock-body:not([data-wide], [data-page='sequence'], [data-page='recording']) {
    grid-template-areas: 'list main' 'list side';
    grid-template-columns: minmax(192px, 272px) minmax(0, 1fr);
  }
}

@media (max-width: 768px) {
  .replay-step {
    grid-template-columns: minmax(0, 1fr);
  }

  .charts.dock {
    block-size: 85vh;
    block-size: 85dvh;
  }

  .dock-body,
  .dock-body[data-wide],
  .dock-body:not([data-wide], [data-page='sequence'], [data-page='recording']) {
    grid-template-areas: 'list' 'main' 'side';
    grid-template-columns: minmax(0, 1fr);
  }

  .dock-body[data-page='sequence'] {
    grid-template-areas: 'sequence';
  }

  .dock-body[data-page='recording'] {
    grid-template-areas: 'recording';
  }

  .dock-bar {
    gap: 8px 16px;
  }

  /* The panel is nearly that high already. */
  .dock-bar .dock-tall {
    display: none;
  }

  .dock-bar .charts-mask {
    order: 1;
    flex-basis: 100%;
    min-block-size: 24px;
  }
}
`
