#!/usr/bin/env node
// The serving engine in WebAssembly under Node on workload W (bench/workload_w.h), beside the same
// natively, and beside the npm package inference-lab on the very same requests.
//
// inference-lab draws its requests itself and can't be given any, so it runs first; what it drew is
// taken from its answer (arrival = end - E2E, which holds as long as nothing was preempted) and put
// into our engine. Its time has its drawing and its answer in it, since one call does it all; ours
// has all percentiles in it. Limits, KV cache and lengths are the same.
// Usage: node bench/lab/lab_bench.mjs [path of lab_native, default build/bench/lab_native]
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, run_simulation } from '@doublewordai/inference-lab';
import { open_lab, parse_lab_text } from '../../tests/wasm/lab_module.mjs';
import { line, median } from '../page/report.mjs';

const native =
  process.argv[2] ?? fileURLToPath(new URL('../../build/bench/lab_native', import.meta.url));
const rounds = 5;
const runs_per_round = 5;
const per_second_min = 800_000;
const warm_up_ms = 2_000;
const peer_requests = 10_000;
const peer_runs = 3;
const peer_ratio_min = 300;
const ps_per_ms = 1e9;
const ps_per_s = 1e12;

function call_native(verb, number, input = '') {
  const { status, stdout, stderr, error } = spawnSync(native, [verb, String(number)], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr || `${native}: ${error}`);
  return stdout;
}

function time_ms(work) {
  const start = performance.now();
  const result = work();
  return { ms: performance.now() - start, result };
}

const best_of = (times, work) => Math.min(...Array.from({ length: times }, () => time_ms(work).ms));

const count_text = (number) => Math.round(number).toLocaleString('en-US');
const ms_text = (ms) => `${ms.toFixed(ms < 10 ? 2 : 1)} ms`;

/** Lets Node put optimised code in the place of what it compiled in haste, for all instances. */
function warm_up() {
  const requests = 10_000;
  const lab = open_lab();
  lab.set_up(parse_lab_text(call_native('setup', requests)).settings);
  lab.draw();
  const start = performance.now();
  while (performance.now() - start < warm_up_ms) lab.run(requests);
}

/** The module and the native program in turn, so that a busy machine slows both. */
function time_workload(requests) {
  const text = call_native('setup', requests);
  const lab = open_lab();
  lab.set_up(parse_lab_text(text).settings);
  lab.draw();
  const found = { wasm_ms: [], native_ms: [] };
  for (let round = 0; round < rounds; round += 1) {
    found.wasm_ms.push(best_of(runs_per_round, () => lab.run(requests)));
    const [figures, best] = call_native('run', runs_per_round, text).split('best_us ');
    found.native_ms.push(Number(best) / 1000);
    assert.deepEqual(lab.figures(), parse_lab_text(figures).figures);
  }
  const wasm_ms = Math.min(...found.wasm_ms);
  const native_ms = Math.min(...found.native_ms);
  const goal = requests === 100_000 ? `at least ${count_text(per_second_min)} requests/s` : '';
  const what = `W, ${count_text(requests)} requests, wasm`;
  line(what, `${count_text((requests / wasm_ms) * 1000)} /s`, goal);
  line('  best, median', `${ms_text(wasm_ms)}, ${ms_text(median(found.wasm_ms))}`, '');
  line('  natively, the same hash', ms_text(native_ms), `1 : ${(wasm_ms / native_ms).toFixed(2)}`);
}

/** As inference-lab wants it: its parameters count all weights as read, embeddings included. */
function peer_config(settings) {
  const at = (name) => {
    if (!settings.has(name)) throw new Error(`there is no setting ${name}`);
    return settings.get(name);
  };
  const bytes_per_param = 2;
  const kv_bytes_per_token =
    2 * at('model.layers') * at('model.kv_heads') * at('model.head_dim') * bytes_per_param;
  const lengths = (of) => ({
    type: 'lognormal',
    mean: at(`${of}.log_mean`),
    std_dev: at(`${of}.log_sigma`),
  });
  return {
    hardware: {
      name: 'H100',
      compute_flops: at('gpu.bf16_flop_per_s'),
      memory_bandwidth: at('gpu.bandwidth_bytes_per_s'),
      memory_capacity: 80e9,
      kv_cache_capacity: at('replica.kv_blocks') * at('replica.block_tokens') * kv_bytes_per_token,
      bytes_per_param,
    },
    model: {
      name: 'Llama-3.1-8B',
      num_parameters: 8_030_261_248,
      num_layers: at('model.layers'),
      hidden_dim: at('model.hidden'),
      num_heads: at('model.heads'),
      num_kv_heads: at('model.kv_heads'),
      max_seq_len: at('replica.context_tokens_max'),
    },
    scheduler: {
      max_num_batched_tokens: at('replica.token_budget'),
      max_num_seqs: at('replica.requests_max'),
      policy: 'fcfs',
      enable_chunked_prefill: true,
      block_size: at('replica.block_tokens'),
    },
    workload: {
      arrival_pattern: 'poisson',
      arrival_rate: at('arrivals.per_second'),
      input_len_dist: lengths('prompt'),
      output_len_dist: lengths('output'),
      num_requests: at('traffic.requests'),
      seed: at('traffic.seed'),
    },
    // In steps: the progress that nobody listens to.
    simulation: { log_interval: 1_000_000_000 },
  };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What inference-lab served, and how: in order of arrival. */
function served_by_peer(answer) {
  const { metrics, distributions, latency_samples: samples } = answer;
  assert.equal(metrics.total_preemptions, 0, 'its E2E leaves out what was preempted');
  const served = samples.e2e_samples.map((e2e_ms, place) => ({
    arrival_ps: Math.round(samples.e2e_timestamps[place] * ps_per_s - e2e_ms * ps_per_ms),
    prompt_tokens: distributions.input_lengths[place],
    output_tokens: distributions.output_lengths[place],
    ttft_ms: samples.ttft_samples[place],
    e2e_ms,
  }));
  assert.equal(served.length, peer_requests);
  assert.equal(metrics.completed_requests, peer_requests);
  for (const list of [samples.ttft_samples, distributions.input_lengths]) {
    assert.equal(list.length, served.length);
  }
  return served.toSorted((a, b) => a.arrival_ps - b.arrival_ps);
}

/** The engine as inference-lab sees one: the datasheet in full, and nothing besides. */
function roofline(settings) {
  const plain = new Map(settings);
  for (const name of settings.keys()) {
    if (/^engine\.\w+_us$/.test(name)) plain.set(name, 0);
    if (/^engine\.(?:weight|kv|compute)_efficiency/.test(name)) plain.set(name, 1);
  }
  return plain;
}

function print_latency(what, { ttft_ms, tpot_ms, tpot_p50_ms }, why) {
  const ms = (value) => `${value < 1000 ? value.toFixed(2) : count_text(value)} ms`;
  line(`  ${what}`, `${ms(ttft_ms)}, ${ms(tpot_ms)}, ${ms(tpot_p50_ms)}`, why);
}

function latency_of(figures) {
  const ms = (name) => Number(figures.get(name)) / ps_per_ms;
  return {
    ttft_ms: ms('ttft_mean_ps'),
    tpot_ms: ms('tpot_mean_ps'),
    tpot_p50_ms: ms('tpot_p50_ps'),
  };
}

function latency_of_peer(served) {
  const tpots_ms = served
    .filter(({ output_tokens }) => output_tokens > 1)
    .map(({ e2e_ms, ttft_ms, output_tokens }) => (e2e_ms - ttft_ms) / (output_tokens - 1));
  return {
    ttft_ms: mean(served.map(({ ttft_ms }) => ttft_ms)),
    tpot_ms: mean(tpots_ms),
    tpot_p50_ms: median(tpots_ms),
  };
}

function compare_with_peer() {
  const folder = new URL('.', import.meta.resolve('@doublewordai/inference-lab'));
  initSync({ module: readFileSync(new URL('inference_lab_bg.wasm', folder)) });
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  const { settings } = parse_lab_text(call_native('setup', peer_requests));
  const config = JSON.stringify(peer_config(settings));
  const lab = open_lab();
  lab.set_up(settings);
  let served;
  const peer_ms = [];
  const our_ms = [];
  for (let run = 0; run < peer_runs; run += 1) {
    const { ms, result } = time_ms(() => run_simulation(config));
    peer_ms.push(ms);
    if (!served) {
      served = served_by_peer(result);
      lab.put_requests(served.map((row) => [row.arrival_ps, row.prompt_tokens, row.output_tokens]));
    }
    our_ms.push(best_of(runs_per_round, () => lab.run(peer_requests)));
  }
  const figures = lab.figures();
  assert.equal(figures.get('finished'), BigInt(peer_requests));
  const tokens = served.reduce((sum, { output_tokens }) => sum + output_tokens, 0);
  assert.equal(figures.get('tokens_made'), BigInt(tokens));

  const best_peer_ms = Math.min(...peer_ms);
  const best_ms = Math.min(...our_ms);
  line(
    `inference-lab ${version}, ${count_text(peer_requests)} requests`,
    ms_text(best_peer_ms),
    '',
  );
  line('  ours, the same requests', ms_text(best_ms), '');
  line(
    '  times as fast',
    (best_peer_ms / best_ms).toFixed(0),
    `at least ${peer_ratio_min} (medians: ${(median(peer_ms) / median(our_ms)).toFixed(0)})`,
  );
  console.log('  of these requests: mean TTFT, mean and median TPOT');
  print_latency('inference-lab', latency_of_peer(served), 'a roofline of the datasheet');
  lab.set_up(roofline(settings));
  lab.run(peer_requests);
  print_latency(
    'ours, told to be one, too',
    latency_of(lab.figures()),
    'without its decode step in TTFT',
  );
  print_latency(
    'ours, as measured on vLLM 0.19',
    latency_of(figures),
    'what a roofline leaves out',
  );
}

warm_up();
for (const requests of [1_000, 10_000, 100_000]) time_workload(requests);
compare_with_peer();
