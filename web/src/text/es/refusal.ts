import type { refusal as english } from '../en/refusal.ts';
import { make_format } from '../format.ts';

const f = make_format('es');

export const refusal: typeof english = {
  heading: 'Este enlace no se puede reproducir',
  way_on: 'Puedes jugar tú el turno: la clientela es la misma.',
  play: 'Jugar este turno',
  reason: {
    empty: () => 'Este enlace no lleva ninguna partida.',
    too_long: () => 'Este enlace es más largo que el de cualquier partida.',
    not_a_replay: () => 'Lo que lleva este enlace no es una partida de esta cocina.',
    wrong_version: (v) =>
      `Este enlace se hizo con la versión ${f.count(v.found)} de las reglas. Esta cocina usa la ${f.count(v.rules_version)}, y los mismos ajustes pueden acabar de otra forma.`,
    truncated: () => 'Este enlace está cortado: le falta el final. Pide que te lo envíen otra vez.',
    unknown_shift: (v) =>
      `Este enlace habla del turno ${f.count(v.found)}, pero solo hay ${f.count(v.shift_count)}.`,
    unknown_lever: (v) =>
      `Este enlace cambia un ajuste que no existe (carácter ${f.count(v.at)}). Puede que se cortara por el camino: pide que te lo manden entero.`,
    lever_not_shown: (v) =>
      `Este enlace cambia un ajuste que su turno no tiene (carácter ${f.count(v.at)}).`,
    value_out_of_range: (v) =>
      `Este enlace pone un ajuste en ${f.count(v.found)}, un valor que no admite (carácter ${f.count(v.at)}).`,
    time_out_of_range: (v) =>
      `Este enlace cambia un ajuste en ${f.seconds(v.found, 3)}; un turno dura ${f.seconds(v.duration_ms, 0)}.`,
    time_goes_back: (v) =>
      `Los cambios de este enlace no siguen el orden del tiempo (carácter ${f.count(v.at)}).`,
    too_many_commands: (v) =>
      `Este enlace tiene más de ${f.count(v.commands_max)} cambios, el máximo de una partida.`,
    trailing_text: (v) =>
      `Hay algo más detrás de la partida de este enlace (desde el carácter ${f.count(v.at)}). Cópialo otra vez sin ese texto.`,
    diverged: (v) =>
      `Al repetirla, esta partida acaba de otra forma: coincide hasta ${f.seconds(v.agrees_until_ms, 0)} y difiere en ${f.seconds(v.differs_at_ms, 0)}. El enlace está alterado.`,
  },
};
