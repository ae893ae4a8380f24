import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useMessages } from '../../messages/useMessages';

interface FigureChartProps {
  periods: readonly { label: string; submitted: number; decided: number }[];
}

export function FigureChart({ periods }: FigureChartProps) {
  const texts = useMessages('office').figures;
  return (
    <figure className="of-chart">
      <ResponsiveContainer width="100%" height={280}>
        <BarChart
          data={[...periods]}
          margin={{ top: 8, right: 8, bottom: 0, left: -16 }}
          title={texts.overTime}
          desc={texts.chartHelp}
        >
          <CartesianGrid vertical={false} stroke="var(--rp-colors-hair)" />
          <XAxis dataKey="label" {...AXIS} minTickGap={24} />
          <YAxis allowDecimals={false} {...AXIS} />
          <Tooltip cursor={{ fill: 'var(--rp-colors-surface)' }} contentStyle={BOX} labelStyle={INK} itemStyle={INK} />
          <Legend itemSorter={null} formatter={(text) => <span className="of-legend">{text}</span>} />
          <Bar dataKey="submitted" name={texts.submitted} fill="var(--of-chart-first)" isAnimationActive={false} />
          <Bar dataKey="decided" name={texts.decided} fill="var(--of-chart-second)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
      <figcaption className="rp-help">{texts.chartHelp}</figcaption>
    </figure>
  );
}

const INK = { color: 'var(--rp-colors-ink)' } as const;
const BOX = { ...INK, background: 'var(--rp-colors-paper)', border: '1px solid var(--rp-colors-edge)' } as const;
const AXIS = { tick: { fill: 'var(--rp-colors-muted)', fontSize: 13 }, stroke: 'var(--rp-colors-edge)' } as const;
