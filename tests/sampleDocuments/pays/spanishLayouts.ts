import type { Block } from '../sheet';
import { grid, money, pairs, text, title } from '../sheet';
import type { Pay, PayLine } from './inventPay';

const NAMES: Record<string, string> = {
  Regular: 'Horas regulares',
  Overtime: 'Horas extra',
  Holiday: 'Feriado',
  Salary: 'Salario',
  'Paid Tips': 'Propinas',
  Commission: 'Comisión',
  'Federal Income Tax': 'Retención federal',
  'Social Security': 'Seguro Social',
  'State Income Tax': 'Impuesto estatal',
  Medical: 'Plan médico',
  '401(k)': 'Plan de retiro',
  'Expense Reimbursement': 'Reembolso de gastos',
  'Group Term Life': 'Seguro de vida',
};
const FREQUENCY_NAMES: Record<string, string> = {
  Weekly: 'Semanal',
  'Bi-Weekly': 'Bisemanal',
  'Bi-Monthly': 'Quincenal',
  Monthly: 'Mensual',
};
const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');

const name = (line: PayLine) => NAMES[line.name] ?? line.name;
const american = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`;
const dayFirst = (iso: string) => `${iso.slice(8)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`;
const written = (iso: string) =>
  `${Number(iso.slice(8))} de ${MONTHS[Number(iso.slice(5, 7)) - 1] ?? ''} de ${iso.slice(0, 4)}`;
/** `1234.56` → `'1.234,56'` */
const comma = (dollars: number) => money(dollars).replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ','));

type Amount = (dollars: number) => string;

function sums(pay: Pay, amount: Amount): Block[] {
  return [
    grid(
      [0, -200, -300, -400, -500],
      ['Ingresos', 'Horas', 'Tarifa', 'Actual', 'Acumulado'],
      ...pay.earnings.map((line) => [
        name(line),
        line.hours === undefined ? '' : amount(line.hours),
        line.rate === undefined ? '' : amount(line.rate),
        amount(line.amount),
        amount(line.year),
      ]),
      ['Pago bruto', '', '', amount(pay.gross), amount(pay.grossYear)],
    ),
    grid(
      [0, -400, -500],
      ['Deducciones', 'Actual', 'Acumulado'],
      ...[...pay.taxes, ...pay.benefits].map((line) => [name(line), amount(line.amount), amount(line.year)]),
      ['Total de deducciones', amount(pay.deductions), amount(pay.deductionsYear)],
      ['Pago neto', amount(pay.net), amount(pay.netYear)],
    ),
  ];
}

/** Stubs in Spanish, with American number formats and with those of Spain and much of South America. */
export const SPANISH_LAYOUTS: Record<string, (pay: Pay) => Block[][]> = {
  islet: (pay) => [
    [
      title(pay.employer),
      text('Talonario de pago'),
      pairs('colon', {
        Empleado: `${pay.first} ${pay.middle} ${pay.last}`,
        'Período de pago': `${american(pay.from)} al ${american(pay.to)}`,
        'Fecha de pago': american(pay.payDate),
        'Frecuencia de pago': FREQUENCY_NAMES[pay.frequency] ?? '',
      }),
      ...sums(pay, money),
    ],
  ],
  commas: (pay) => [
    [
      title(pay.employer),
      text('Recibo de pago'),
      pairs('columns', {
        'Nombre del trabajador': `${pay.last}, ${pay.first}`,
        Desde: dayFirst(pay.from),
        Hasta: dayFirst(pay.to),
        'Fecha de pago': dayFirst(pay.payDate),
      }),
      ...sums(pay, comma),
    ],
  ],
  written: (pay) => [
    [
      title(pay.employer),
      text('Comprobante de pago'),
      pairs('colon', {
        Nombre: `${pay.first} ${pay.last}`,
        Período: `${written(pay.from)} al ${written(pay.to)}`,
        'Fecha de pago': written(pay.payDate),
      }),
      ...sums(pay, money),
    ],
  ],
};
