import type { Choice, Question } from '../../state/prediction.ts';
import type { Text } from '../../text/index.ts';

export interface QuestionWords {
  ask: string;
  choices: { choice: Choice; name: string }[];
  /** With the numbers. */
  answer: string;
  /** What the button that shows it in the kitchen says. */
  show: string;
}

/** A question in words: each kind has its own numbers. */
export function question_words(text: Text, question: Question): QuestionWords {
  const { prediction } = text;
  switch (question.kind) {
    case 'share': {
      const { ask, choices, answer, show } = prediction.share;
      const v = question.numbers;
      const name = (choice: (typeof question.choices)[number]): string =>
        choice === 'times' ? choices.times(v) : choices[choice];
      return {
        ask: ask(v),
        choices: question.choices.map((choice) => ({ choice, name: name(choice) })),
        answer: answer(v),
        show: show(v),
      };
    }
    case 'static_wait': {
      const { ask, choices, answer, show } = prediction.static_wait;
      const v = question.numbers;
      return {
        ask: ask(v),
        choices: question.choices.map((choice) => ({ choice, name: choices[choice] })),
        answer: answer(v),
        show: show(),
      };
    }
    case 'eight_bit': {
      const { ask, choices, answer, show } = prediction.eight_bit;
      return {
        ask: ask(),
        choices: question.choices.map((choice) => ({ choice, name: choices[choice] })),
        answer: answer(question.numbers),
        show: show(),
      };
    }
  }
}

/** A wrong guess beside what is right. */
export const guessed_wrong = (text: Text, question: Question, chosen: Choice): string =>
  text.prediction.guessed_wrong({
    chosen: choice_name(text, question, chosen),
    right: choice_name(text, question, question.right),
  });

/** What one choice of a question is called. */
export function choice_name(text: Text, question: Question, chosen: Choice): string {
  const found = question_words(text, question).choices.find(({ choice }) => choice === chosen);
  if (!found) throw new RangeError(`${chosen} is no answer to ${question.kind}`);
  return found.name;
}
