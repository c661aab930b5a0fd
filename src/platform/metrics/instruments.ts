import {
  Counter,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  type Registry,
} from 'prom-client';

/** Creates the metrics of a registry. */
export interface Instruments {
  readonly gauge: (
    name: string,
    help: string,
    more?: Omit<Partial<GaugeConfiguration<string>>, 'name' | 'help'>,
  ) => Gauge;
  readonly counter: (name: string, help: string) => Counter;
  readonly histogram: (
    name: string,
    help: string,
    more: Pick<HistogramConfiguration<string>, 'buckets' | 'labelNames'>,
  ) => Histogram;
}

/** The functions that create metrics in a registry. */
export function instrumentsOf(registry: Registry): Instruments {
  const registers = [registry];
  return {
    gauge: (name, help, more = {}) => new Gauge({ ...more, registers, name, help }),
    counter: (name, help) => new Counter({ registers, name, help }),
    histogram: (name, help, more) => new Histogram({ ...more, registers, name, help }),
  };
}
