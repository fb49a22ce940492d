package straum.notation;

/** Reads a number in GROUP BY: the position of an output, from 1 (PostgreSQL manual, SELECT, GROUP BY clause). */
final class Positions {
    private static final int DIGITS = 6;

    private Positions() {}

    /** The index of the output that a number names, from 0. */
    static int of(Token number, int outputs) throws Refusal {
        String digits = number.text();
        boolean whole = digits.length() <= DIGITS && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        int position = whole ? Integer.parseInt(digits) : 0;
        if (position < 1 || position > outputs) {
            throw new Refusal(
                    number.place(),
                    "there is no output " + number.shown(),
                    "outputs are counted from 1, and there are " + outputs);
        }
        return position - 1;
    }
}
